from procurement.downloads import download


def test_a_file_is_saved_under_its_name_and_type():
    answer = download("a,b", "EV-2026-014-quotes.csv", "text/csv; charset=utf-8")

    assert answer.content == b"a,b"
    assert answer["Content-Type"] == "text/csv; charset=utf-8"
    assert answer["Content-Disposition"] == (
        'attachment; filename="EV-2026-014-quotes.csv"'
    )


def test_a_name_can_bring_no_header_of_its_own():
    answer = download(b"", 'a"; filename="evil\\.html', "text/plain")

    assert answer["Content-Disposition"] == (
        'attachment; filename="a\\"; filename=\\"evil\\\\.html"'
    )
