"""The documentation is for who may sign in; the description is open to tools."""

import json
import re

from tests.factories import make_user


def test_the_page_is_for_people_who_are_signed_in(client, db):
    answer = client.get("/api/v1/docs/")

    assert answer.status_code == 302
    assert answer.headers["Location"] == "/sign-in/?next=%2Fapi%2Fv1%2Fdocs%2F"


def test_the_page_loads_only_files_of_ours_and_names_the_description(signed_in, db):
    html = signed_in(make_user()).get("/api/v1/docs/").content.decode()

    assert 'data-url="/api/v1/schema/?format=json"' in html
    assert "drf_spectacular_sidecar/swagger-ui-dist/swagger-ui-bundle.js" in html
    loaded = re.findall(r'(?:src|href)="([^"]+)"', html)
    assert [each for each in loaded if not re.match(r"/(?!/)|#", each)] == []


def test_the_description_is_there_for_tools_without_a_session(client, db):
    answer = client.get("/api/v1/schema/?format=json")

    assert answer.status_code == 200
    assert "/api/v1/evaluations/{uuid}/ranking/" in json.loads(answer.content)["paths"]
    assert "session" not in answer.cookies
