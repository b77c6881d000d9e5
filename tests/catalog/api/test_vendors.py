"""A vendor by REST, with the files beside it."""

from catalog.services.attachments import attach_to_vendor
from catalog.services.quote_terms import QuoteFile
from tests.factories import client_of, make_vendor


def test_the_files_of_a_vendor_are_told_the_newest_first(editor, outsider):
    vendor, other = make_vendor(), make_vendor()
    for name in ("a.pdf", "b.pdf"):
        file = QuoteFile(name=name, content=b"%PDF-1.7 " + name.encode())
        attach_to_vendor(by=editor, vendor=vendor, file=file)

    told = client_of(outsider).get(f"/api/v1/vendors/{vendor.uuid}/").json()
    empty = client_of(outsider).get(f"/api/v1/vendors/{other.uuid}/").json()

    assert [each["file_name"] for each in told["attachments"]] == ["b.pdf", "a.pdf"]
    assert told["attachments"][0]["added_by"] == editor.name
    assert empty["attachments"] == []
