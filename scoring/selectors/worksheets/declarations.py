"""About which vendors an evaluator is asked for conflicts of interest, and was."""

from catalog.models import Declaration, Recusal, Vendor
from procurement.accounts.models import User
from scoring.models import Candidate, Evaluation


def asked_vendors(evaluation: Evaluation, evaluator: User) -> list[Vendor]:
    """The vendors of the candidates that count, less those the evaluator lost."""
    counting = Candidate.objects.counting().filter(evaluation=evaluation)
    recused = Recusal.objects.filter(tender=evaluation.tender_id, user=evaluator)
    vendors = Vendor.objects.filter(pk__in=counting.values("vendor"))
    rows = vendors.exclude(pk__in=recused.values("vendor"))
    return list(rows.order_by("name", "id"))


def cleared_ids(evaluation: Evaluation, evaluator: User) -> frozenset[int]:
    """The vendors with which the evaluator has declared no conflict."""
    rows = Declaration.objects.filter(
        tender=evaluation.tender_id, user=evaluator, has_conflict=False
    )
    return frozenset(rows.values_list("vendor_id", flat=True))


def undeclared_ids(evaluation: Evaluation, evaluator: User) -> frozenset[int]:
    """The vendors about which the evaluator has still to declare, in one query."""
    said = Declaration.objects.filter(tender=evaluation.tender_id, user=evaluator)
    recused = Recusal.objects.filter(tender=evaluation.tender_id, user=evaluator)
    counting = Candidate.objects.counting().filter(
        evaluation=evaluation, vendor__isnull=False
    )
    due = counting.exclude(vendor__in=said.values("vendor")).exclude(
        vendor__in=recused.values("vendor")
    )
    return frozenset(due.order_by().values_list("vendor_id", flat=True))
