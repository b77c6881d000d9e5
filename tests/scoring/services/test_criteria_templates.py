"""A version can be kept and started from; the library fills a draft."""

import pytest

from procurement.audit.models import AuditEntry
from procurement.errors import RuleBrokenError
from procurement.permissions import PermissionRefusedError
from scoring.models import CriteriaTemplate, CriteriaVersion
from scoring.selectors.criteria_templates import template_choices
from scoring.services.criteria_templates import (
    content_of,
    insert_criteria,
    keep_template,
    remove_template,
)
from scoring.services.dimensions import DimensionName
from tests.factories import make_criteria, make_tender


@pytest.fixture
def version(tender) -> CriteriaVersion:
    """The draft of the shipped template."""
    return make_criteria(tender)


def kept(officer, version, name="Ours"):
    return keep_template(
        by=officer, version=version, name=DimensionName(en=name, zh="我们的")
    )


def test_what_is_kept_starts_another_evaluation_alike(officer, version):
    row = version.criteria.get(key="2.4")
    row.middle = [["20", "2"]]
    row.save()

    template = kept(officer, version)
    other = make_criteria(make_tender(officer=officer), template.key)

    assert content_of(other) == content_of(version)
    assert template_choices()[-1] == (template.key, "Ours", "我们的")


def test_a_name_is_given_once(officer, version):
    kept(officer, version)

    with pytest.raises(RuleBrokenError) as caught:
        kept(officer, version)

    assert "There is a template of this name already." in str(caught.value)


def test_only_procurement_officers_keep_and_remove(officer, evaluator, version):
    template = kept(officer, version)

    with pytest.raises(PermissionRefusedError):
        kept(evaluator, version, "Theirs")
    with pytest.raises(PermissionRefusedError):
        remove_template(by=evaluator, row=template)
    assert CriteriaTemplate.objects.count() == 1


def test_a_removed_template_leaves_its_evaluations_alone(officer, version):
    template = kept(officer, version)
    other = make_criteria(make_tender(officer=officer), template.key)

    remove_template(by=officer, row=template)

    assert other.criteria.count() == 22
    assert not CriteriaTemplate.objects.exists()
    assert AuditEntry.objects.filter(action="template_removed").count() == 1


def test_criteria_of_the_library_come_whole_and_weigh_nothing(officer, version):
    made = insert_criteria(
        by=officer,
        version=version,
        dimension=version.dimensions.get(key="4"),
        chosen=["topology", "storage_read", "country"],
    )

    assert [(row.key, row.weight) for row in made] == [
        ("4.4", 0),
        ("4.5", 0),
        ("K5", 0),
    ]
    row = version.criteria.get(key="4.4")
    assert row.name_zh == "网络拓扑与收敛比"
    assert row.anchors_en[4] == "Non-blocking throughout, measured at scale"
    assert version.criteria.get(key="4.5").scale == "log"


@pytest.mark.parametrize(
    ("chosen", "to", "code"),
    [
        (["no_such"], "4", "library_unknown"),
        ([], "4", "library_unknown"),
        (["topology"], "", "dimension_missing"),
        (["topology", "five_dimensions/3.1"], "4", "price_criteria_several"),
    ],
)
def test_what_does_not_fit_is_inserted_not_even_in_part(
    officer, version, chosen, to, code
):
    with pytest.raises(RuleBrokenError) as caught:
        insert_criteria(
            by=officer,
            version=version,
            dimension=version.dimensions.filter(key=to).first(),
            chosen=chosen,
        )

    assert caught.value.code == code
    assert version.criteria.count() == 22
