import pytest

from scoring.figures.errors import InputError
from scoring.sizing.layout import Layout


def test_what_tensor_and_pipeline_leave_is_data_parallel():
    assert Layout(gpus=1024, tensor=8, pipeline=16).data == 8
    assert Layout().data == 1


@pytest.mark.parametrize(
    ("given", "field"),
    [
        ({"gpus": 12, "tensor": 8}, "gpus"),
        ({"gpus": 8, "expert": 3}, "expert"),
        ({"gpus": 0}, "gpus"),
        ({"tensor": 0}, "tensor"),
    ],
)
def test_a_split_that_does_not_come_out_even_is_refused(given, field):
    with pytest.raises(InputError) as raised:
        Layout(**given)

    assert raised.value.field == field
