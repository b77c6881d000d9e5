"""Panel and access: members join and leave, recusals are recorded and taken back."""

from catalog.models import Recusal, Tender
from procurement.permissions import Role, Stage
from tests.factories import make_vendor


def address(tender, more=""):
    return f"/evaluations/{tender.reference}/set-up/panel/{more}"


def test_officer_adds_and_removes_a_member(officer, outsider, tender, signed_in):
    client = signed_in(officer)

    answer = client.post(
        address(tender), {"user": outsider.pk, "role": Role.EVALUATOR}, follow=True
    )
    assert "Otto Outsider is on the panel." in answer.content.decode()

    answer = client.post(address(tender, f"{outsider.uuid}/remove/"), follow=True)
    assert "Otto Outsider is off the panel." in answer.content.decode()
    assert not tender.members.filter(user=outsider).exists()


def test_someone_unfit_for_the_role_is_refused_in_the_form(
    officer, outsider, tender, signed_in
):
    answer = signed_in(officer).post(
        address(tender), {"user": outsider.pk, "role": Role.OFFICER}
    )

    assert answer.status_code == 422
    assert "not a procurement officer" in answer.content.decode()
    assert not tender.members.filter(user=outsider).exists()


def test_recusal_is_recorded_and_taken_back(officer, evaluator, tender, signed_in):
    client, dell = signed_in(officer), make_vendor(name="Dell", slug="dell")

    answer = client.post(
        address(tender, "recusals/"),
        {"user": evaluator.pk, "vendor": dell.pk, "reason": "worked there"},
        follow=True,
    )
    assert "worked there" in answer.content.decode()
    assert Recusal.objects.get().user == evaluator

    client.post(address(tender, f"recusals/{evaluator.uuid}/dell/remove/"))
    assert not Recusal.objects.exists()


def test_faulty_recusal_is_shown_again(officer, tender, signed_in):
    answer = signed_in(officer).post(address(tender, "recusals/"), {"reason": "x"})

    assert answer.status_code == 422
    assert "This field is required." in answer.content.decode()
    assert not Recusal.objects.exists()


def test_member_of_another_evaluation_is_not_found(
    officer, outsider, tender, signed_in
):
    path = address(tender, f"{outsider.uuid}/remove/")

    assert signed_in(officer).post(path).status_code == 404


def test_panel_is_closed_once_moderation_opens(officer, outsider, tender, signed_in):
    Tender.objects.update(stage=Stage.MODERATION)
    client = signed_in(officer)

    assert "Add to the panel" not in client.get(address(tender)).content.decode()
    answer = client.post(address(tender), {"user": outsider.pk, "role": Role.EVALUATOR})
    assert answer.status_code == 409


def test_page_warns_when_sealed_quotes_could_not_be_opened(
    officer, second_officer, tender, signed_in
):
    Tender.objects.update(is_sealed=True)
    tender.members.filter(user=second_officer).delete()

    html = signed_in(officer).get(address(tender)).content.decode()

    assert "Sealed quotes need two officers" in html
