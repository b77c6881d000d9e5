"""The options of the quotes that a person may read, by key."""

from dataclasses import dataclass

from catalog.models import ChosenOption, Tender
from catalog.selectors.quotes import readable_offers
from procurement.accounts.models import User
from procurement.clock import database_now


@dataclass(frozen=True, slots=True, kw_only=True)
class OptionRow:
    """An option with the vendors that offer it, and the choice where one was made."""

    key: str
    label: str
    vendors: tuple[str, ...]
    chosen: ChosenOption | None

    @property
    def counts(self) -> bool:
        """Whether it is in the totals."""
        return self.chosen is not None


def option_rows(tender: Tender, user: User) -> list[OptionRow]:
    """The options in the order of the comparison; one without a key can't be chosen."""
    day = database_now().astimezone(tender.zone).date()
    labels: dict[str, str] = {}
    vendors: dict[str, list[str]] = {}
    for offer in readable_offers(tender, user, day):
        for line in offer.quoted.lines:
            if line.is_optional and line.key:
                labels.setdefault(line.key, line.label)
                vendors.setdefault(line.key, []).append(offer.head.vendor)
    held = ChosenOption.objects.filter(tender=tender).select_related("chosen_by")
    chosen = {row.key: row for row in held}
    return [
        OptionRow(
            key=key,
            label=label,
            vendors=tuple(dict.fromkeys(vendors[key])),
            chosen=chosen.get(key),
        )
        for key, label in labels.items()
    ]
