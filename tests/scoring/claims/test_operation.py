from decimal import Decimal

from scoring.claims.finding import Reason, Verdict
from scoring.claims.operation import check_cooling_saving, check_preinstalled
from scoring.compatibility.stacks import Image
from scoring.tco.charges.cooling import Cooling
from tests.scoring.compatibility.reference import BUILDS

D = Decimal
COOLING = Cooling(air_pue=D("1.5"), liquid_pue=D("1.15"))


def test_a_saving_is_what_both_pue_give():
    assert check_cooling_saving(D("0.23"), COOLING).verdict is Verdict.HOLDS
    finding = check_cooling_saving(D("0.30"), COOLING)
    assert finding.reasons == (Reason.DIFFERS,)
    assert round(finding.right[0].value, 3) == D("0.233")
    assert finding.source == "ISO/IEC 30134-2"


def test_an_image_that_was_released_holds():
    finding, first = check_preinstalled(Image(framework="2.14", cuda="13.0"), BUILDS)

    assert finding.verdict is Verdict.HOLDS
    assert first == "2.14 with CUDA 13.0"


def test_an_image_that_nobody_knows_is_unknown():
    finding, first = check_preinstalled(Image(framework="9.9", cuda="99.0"), BUILDS)

    assert (finding.verdict, first) == (Verdict.UNKNOWN, "")
