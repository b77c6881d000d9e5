"""What is sent beyond the fields of a form or an operation is never taken."""

import importlib
from pathlib import Path

from django import forms
from rest_framework import serializers

ROOT = Path(__file__).resolve().parents[2]
ROOMS = ("procurement", "catalog", "scoring")
KEPT = {
    *("id", "pk", "uuid", "owner", "is_staff", "is_superuser", "created_by"),
    *("stage", "tender", "evaluation", "sha256", "recorded_by", "prepared_by"),
}
"""What nobody sets by sending it."""

CHECKED = {
    ("AgentTokenForm", "tender"),
    ("UploadForm", "tender"),
    ("ApprovalForm", "sha256"),
}
"""Chosen among what the person may know of, or compared with what is stored."""


def classes_of(base):
    """The classes of the product below a base, wherever they are written."""
    for room in ROOMS:
        for path in (ROOT / room).rglob("*.py"):
            if path.parent.name in {"forms", "api"}:
                name = ".".join(path.relative_to(ROOT).with_suffix("").parts)
                importlib.import_module(name.removesuffix(".__init__"))
    found, waiting = [], [base]
    while waiting:
        below = waiting.pop().__subclasses__()
        waiting += below
        found += [each for each in below if each.__module__.split(".")[0] in ROOMS]
    return found


def test_no_serializer_binds_a_model():
    found = classes_of(serializers.BaseSerializer)

    assert len(found) >= 20
    assert [
        each for each in found if issubclass(each, serializers.ModelSerializer)
    ] == []


def test_a_form_of_a_model_names_its_fields_and_is_never_saved():
    """What is bound is a copy: a service takes the values one by one."""
    found = [
        form
        for form in classes_of(forms.BaseForm)
        if issubclass(form, forms.BaseModelForm)
    ]

    assert found
    for form in found:
        assert isinstance(form._meta.fields, list | tuple)
        assert "values" in vars(form)
    sources = [path for room in ROOMS for path in (ROOT / room).rglob("*.py")]
    saved = [str(path) for path in sources if "form.save(" in path.read_text("utf-8")]
    assert saved == []


def test_no_form_has_a_field_for_what_nobody_sets():
    fields = {
        (form.__name__, name)
        for form in classes_of(forms.BaseForm)
        for name in getattr(form, "base_fields", {})
    }

    assert {each for each in fields if each[1] in KEPT} - CHECKED == set()
