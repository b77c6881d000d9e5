"""Claims on cooling and on software that comes preinstalled."""

from collections.abc import Sequence
from decimal import Decimal

from scoring.claims.finding import Finding, Reason, Verdict, not_known
from scoring.claims.numbers import agrees
from scoring.compatibility.findings import Result
from scoring.compatibility.rows import Build
from scoring.compatibility.stacks import Image, check_image
from scoring.tco.charges.cooling import Cooling, energy_saved


def check_cooling_saving(claimed_share: Decimal, cooling: Cooling) -> Finding:
    """Hold a claimed saving of electricity against both PUE and the fans.

    ``claimed_share`` is a fraction. Formula: 1 − PUE_l·(1 − fans)/PUE_a. Source:
    ISO/IEC 30134-2.
    """
    right = energy_saved(cooling)
    is_right = agrees(claimed_share * 100, right.value * 100)
    return Finding(
        verdict=Verdict.HOLDS if is_right else Verdict.WRONG,
        reasons=() if is_right else (Reason.DIFFERS,),
        claimed=claimed_share,
        right=(right,),
        source=right.source,
    )


def check_preinstalled(image: Image, builds: Sequence[Build]) -> tuple[Finding, str]:
    """Hold a preinstalled image against the releases that exist.

    Returns the finding and the first release that keeps the promise, in words of
    versions only.
    """
    checked = check_image(image, builds)
    first = checked.facts.get("first", "")
    if checked.result is Result.UNKNOWN:
        return not_known(checked.source), first
    is_kept = checked.result is not Result.FAILS
    return (
        Finding(
            verdict=Verdict.HOLDS if is_kept else Verdict.WRONG,
            reasons=() if is_kept else (Reason.NO_SUCH_RELEASE,),
            source=checked.source,
        ),
        first,
    )
