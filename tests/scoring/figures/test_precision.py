from decimal import Decimal, getcontext

from scoring.figures.precision import exact


def test_work_is_done_with_forty_digits_and_the_context_is_left_as_it_was():
    before = getcontext().prec

    third = exact(lambda: Decimal(1) / 3)()

    assert third == Decimal("0." + "3" * 40)
    assert getcontext().prec == before


def test_function_keeps_its_name_and_documentation():
    def named():
        """Say so."""

    assert (exact(named).__name__, exact(named).__doc__) == ("named", "Say so.")
