from django.core.management import call_command

from scoring.management.commands import write_worked_cases


def test_the_document_is_written(tmp_path, monkeypatch, capsys):
    document = tmp_path / "worked-cases.md"
    monkeypatch.setattr(write_worked_cases, "DOCUMENT", document)

    call_command("write_worked_cases")

    assert document.read_text("utf-8").startswith("# The worked cases")
    assert "worked-cases.md is written." in capsys.readouterr().out
