"""People, as an administrator looks for them."""

from django.db.models import Q, QuerySet

from procurement.accounts.models import User


def people_matching(words: str) -> QuerySet[User]:
    """Those whose name or e-mail holds the words, by name, with their roles."""
    found = Q(name__icontains=words) | Q(email__icontains=words)
    people = User.objects.filter(found).prefetch_related("role_rows")
    return people.order_by("name", "id")
