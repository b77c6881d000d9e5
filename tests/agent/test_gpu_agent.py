import ast
import gzip
import hashlib
import io
import json
import os
import shutil
import subprocess
import sys
import tarfile
from pathlib import Path

import pytest

from agent import gpu_agent
from catalog.benchmarks.archive import unpack
from catalog.benchmarks.options import ReadOptions
from catalog.benchmarks.registry import read_entries, read_path
from tests.agent.fake_nvidia_smi import write_program
from tests.agent.upload_server import refusing_at_once, serving
from tests.catalog.benchmarks.log_files import write_runs
from tests.catalog.benchmarks.shared_samples import (
    TELEMETRY,
    TRAINING,
    needs_samples,
)

AGENT = Path(gpu_agent.__file__)
TOKEN = "agent-token-123"
TEN = (25.18, 25.02, 25.36, 26.03, 25.27, 27.02, 24.81, 25.49, 25.11, 25.74)


@pytest.fixture
def server(monkeypatch):
    monkeypatch.setenv("GPU_AGENT_TOKEN", TOKEN)
    monkeypatch.setenv("no_proxy", "127.0.0.1")
    with serving() as running:
        yield running


@pytest.fixture
def folder(tmp_path):
    return write_runs(tmp_path / "set", TEN)


def send(server, *paths, options=()):
    return gpu_agent.main(
        [
            "upload",
            "--server",
            server.address,
            "--sku",
            "sys-821ge-tnhr",
            "--pause",
            "0",
            *options,
            *map(str, paths),
        ]
    )


def test_a_folder_is_sent_as_the_contract_says(server, folder, capsys):
    status = send(server, folder, options=["--columns", "index, power.draw"])

    ((path, headers, body),) = server.requests
    assert status == 0
    assert path == "/api/v1/uploads/"
    assert headers["Authorization"] == f"Bearer {TOKEN}"
    assert headers["Content-Type"] == "application/gzip"
    assert headers["Content-Length"] == str(len(body))
    assert headers["X-Sku"] == "sys-821ge-tnhr"
    assert headers["X-Content-SHA256"] == hashlib.sha256(body).hexdigest()
    assert headers["X-Filename"] == "set.tar.gz"
    assert headers["X-Columns"] == "index,power.draw"
    output = capsys.readouterr()
    assert json.loads(output.out)["status"] == "queued"
    assert f"See {server.address}/uploads/id-0/" in output.err
    assert TOKEN not in output.out + output.err


def test_the_server_side_reads_what_was_sent(server, folder, tmp_path):
    send(server, folder)
    unpacked = tmp_path / "unpacked"
    unpacked.mkdir()

    entries = unpack(io.BytesIO(server.requests[0][2]), unpacked)

    (result,) = read_entries(entries).run_sets
    assert result.path == "set"
    assert result.score_minutes == pytest.approx(25.4)


def test_the_same_content_is_one_upload_whatever_its_times(server, folder, tmp_path):
    send(server, folder)
    for number, path in enumerate(sorted(folder.iterdir())):
        os.utime(path, (number, number))
        path.chmod(0o600)
    copy = tmp_path / "elsewhere" / "set"
    shutil.copytree(folder, copy)
    send(server, folder)
    send(server, copy)

    assert len({body for _, _, body in server.requests}) == 1
    assert list(server.known.values()) == ["id-0"]


def test_the_archive_holds_nothing_but_names_and_content(tmp_path):
    (tmp_path / "b").mkdir()
    (tmp_path / "b" / "x.txt").write_text("x", encoding="utf-8")
    (tmp_path / "b" / ".git").mkdir()
    (tmp_path / "b" / ".git" / "config").write_text("no", encoding="utf-8")
    (tmp_path / "b" / "link").symlink_to("/etc/passwd")
    (tmp_path / "a.csv").write_text("a", encoding="utf-8")

    packed = gpu_agent.pack([tmp_path / "b", tmp_path / "a.csv"], tmp_path / "t.tar.gz")

    data = packed.path.read_bytes()
    assert packed.files == 2
    assert packed.sha256 == hashlib.sha256(data).hexdigest()
    assert data[:10] == b"\x1f\x8b\x08\x00\x00\x00\x00\x00\x02\xff"
    with tarfile.open(fileobj=io.BytesIO(data)) as archive:
        facts = [(m.name, m.mtime, m.uid, m.gid, m.uname, m.mode) for m in archive]
    assert facts == [("a.csv", 0, 0, 0, "", 0o644), ("b/x.txt", 0, 0, 0, "", 0o644)]


def test_a_results_folder_keeps_the_names_of_its_round_and_system(tmp_path):
    submission = tmp_path / "training_results_v5.1" / "Example"
    results = write_runs(submission / "results" / "node8" / "llama2_70b_lora", TEN)
    (submission / "systems").mkdir()
    (submission / "systems" / "node8.json").write_text("{}", encoding="utf-8")

    names = dict(gpu_agent.names_of([results]))

    base = "training_results_v5.1/Example"
    assert f"{base}/results/node8/llama2_70b_lora/result_0.txt" in names
    assert f"{base}/systems/node8.json" in names
    assert len(names) == 11


def test_long_and_foreign_names_arrive_as_they_are(tmp_path):
    name = "/".join(["日志" * 10] * 4) + "/result_0.txt"
    file = tmp_path / "set" / name
    file.parent.mkdir(parents=True)
    file.write_bytes(b"x" * 700)

    packed = gpu_agent.pack([tmp_path / "set"], tmp_path / "t.tar.gz")

    data = packed.path.read_bytes()
    with tarfile.open(fileobj=io.BytesIO(data)) as archive:
        assert archive.getnames() == [f"set/{name}"]
    (tmp_path / "unpacked").mkdir()
    (entry,) = unpack(io.BytesIO(data), tmp_path / "unpacked")
    assert (entry.name, entry.path.read_bytes()) == (f"set/{name}", b"x" * 700)


def test_a_file_that_shrinks_or_is_too_large_is_refused(tmp_path):
    source = io.BytesIO(b"abc")
    with gzip.GzipFile(fileobj=io.BytesIO(), mode="wb") as zipped:
        assert gpu_agent.copy_bytes(source, zipped, 10) == 3
    with pytest.raises(gpu_agent.RefusedError, match="larger than 8 GiB"):
        gpu_agent.tar_header(b"x", 1 << 40)


def test_names_are_made_fit_and_kept_apart(tmp_path):
    for place in ("one", "two"):
        (tmp_path / place / "set").mkdir(parents=True)
        (tmp_path / place / "set" / "a\\b\n.txt").write_text(place, encoding="utf-8")

    names = dict(
        gpu_agent.names_of([tmp_path / "one" / "set", tmp_path / "two" / "set"])
    )

    assert list(names) == ["set/a_b_.txt", "set-2/a_b_.txt"]


def test_a_server_in_trouble_is_tried_again_until_it_answers(server, folder, capsys):
    server.answers += [
        (503, {"detail": "The site is starting."}),
        (429, {"detail": "Too many."}, [("Retry-After", "0")]),
        (None, None),
        (500, b"<html>"),
    ]

    assert send(server, folder) == 0
    assert len(server.requests) == 5
    assert len({body for _, _, body in server.requests}) == 1
    assert (
        "The site is starting. Trying again in 0.0 s (1 of 6)."
        in capsys.readouterr().err
    )


def test_a_server_that_stays_in_trouble_is_a_network_failure(server, folder, capsys):
    server.answers += [(502, b"<html>bad gateway</html>")] * 3

    assert send(server, folder, options=["--tries", "3"]) == 3
    assert len(server.requests) == 3
    assert "Failed: The server answered 502 Bad Gateway." in capsys.readouterr().err


def test_no_server_is_a_network_failure(server, folder, capsys):
    with serving() as gone:
        pass

    assert send(gone, folder, options=["--tries", "2"]) == 3
    assert "cannot be reached" in capsys.readouterr().err


@pytest.mark.parametrize("status", [400, 401, 403, 404, 409, 413, 415, 422])
def test_a_refusal_is_told_in_one_sentence_and_not_repeated(
    server, folder, capsys, status
):
    server.answers.append(
        (status, {"detail": "This token may not\nupload here.\x1b[2J"})
    )

    assert send(server, folder) == 2
    assert len(server.requests) == 1
    assert capsys.readouterr().err.endswith(
        "Refused: This token may not upload here. [2J\n"
    )


def test_a_refusal_before_the_body_was_read_is_heard(monkeypatch, tmp_path, capsys):
    monkeypatch.setenv("GPU_AGENT_TOKEN", TOKEN)
    noise = tmp_path / "noise.txt"
    noise.write_bytes(os.urandom(8 << 20))

    with refusing_at_once() as impatient:
        status = send(impatient, noise, options=["--tries", "1"])

    assert status == 2
    assert "Refused: This token is not known." in capsys.readouterr().err


def test_an_answer_that_is_no_answer_is_refused(server, folder, capsys):
    server.answers += [
        (200, b"<html>"),
        (301, {}, [("Location", "https://x.example/")]),
    ]

    assert send(server, folder) == 2
    assert "is the address right?" in capsys.readouterr().err
    assert send(server, folder) == 2
    assert (
        "sends on to https://x.example/; give that address." in capsys.readouterr().err
    )


def test_waiting_ends_when_the_upload_was_read(server, folder, capsys):
    server.states += ["queued", "running", "done"]

    assert send(server, folder, options=["--wait"]) == 0
    paths = [path for path, _, _ in server.requests[1:]]
    assert paths == ["/api/v1/uploads/id-0/"] * 3
    assert json.loads(capsys.readouterr().out)["status"] == "done"


def test_an_upload_that_cannot_be_read_ends_with_its_reason(server, folder, capsys):
    server.states += ["failed"]

    assert send(server, folder, options=["--wait"]) == 1
    assert "could not read the upload: No file was readable." in capsys.readouterr().err


def test_waiting_has_an_end(server, folder, capsys):
    server.states += ["queued"] * 100

    assert send(server, folder, options=["--wait", "--wait-seconds", "1"]) == 3
    assert "is not read yet" in capsys.readouterr().err


def test_an_answer_without_a_sound_id_is_not_waited_for(server, folder, capsys):
    server.answers.append((201, {"id": "../../x", "status": "queued"}))

    assert send(server, folder, options=["--wait"]) == 2
    assert "names no upload" in capsys.readouterr().err


def test_the_token_comes_from_the_environment_then_a_file_then_the_flag(
    server, folder, tmp_path, monkeypatch
):
    path = tmp_path / "token"
    path.write_text("from-file\n", encoding="utf-8")
    both = ["--token-file", str(path), "--token", "from-flag"]

    send(server, folder, options=both)
    monkeypatch.delenv("GPU_AGENT_TOKEN")
    send(server, folder, options=both)
    send(server, folder, options=["--token", "from-flag"])

    sent = [headers["Authorization"] for _, headers, _ in server.requests]
    assert sent == [f"Bearer {TOKEN}", "Bearer from-file", "Bearer from-flag"]


@pytest.mark.parametrize(
    ("token", "sentence"),
    [
        ("", "A token is needed: set GPU_AGENT_TOKEN, or give --token-file."),
        ("two words", "The token holds characters that no token has."),
        ("line\r\nX-Evil: 1", "The token holds characters that no token has."),
    ],
)
def test_a_token_that_cannot_be_one_is_refused_unsent(
    server, folder, monkeypatch, capsys, token, sentence
):
    monkeypatch.setenv("GPU_AGENT_TOKEN", token)

    assert send(server, folder) == 2
    assert sentence in capsys.readouterr().err
    assert server.requests == []


@pytest.mark.parametrize(
    ("options", "sentence"),
    [
        (["--sku", "a b"], "is neither the slug nor the id of a SKU."),
        (["--sku", "a\r\nX: 1"], "is neither the slug nor the id of a SKU."),
        (["--columns", "a\nb"], "Columns are names parted by commas"),
        (["--server", "gpu.example.org"], "is not an address such as"),
        (["--server", "http://x:notaport"], "is not an address"),
        (["--token-file", "/nonexistent", "--token", "x"], None),
    ],
)
def test_what_cannot_be_right_is_refused_unsent(
    server, folder, capsys, options, sentence
):
    status = send(server, folder, options=options)

    if sentence is None:  # the environment comes first, the file is not looked at
        assert status == 0
        return
    assert status == 2
    assert sentence in capsys.readouterr().err
    assert server.requests == []


def test_a_path_that_is_missing_or_empty_is_refused(server, tmp_path, capsys):
    (tmp_path / "empty").mkdir()

    assert send(server, tmp_path / "none") == 2
    assert "does not exist." in capsys.readouterr().err
    assert send(server, tmp_path / "empty") == 2
    assert "There is no file to upload." in capsys.readouterr().err


def test_a_large_upload_tells_how_far_it_is(server, tmp_path, capsys):
    noise = tmp_path / "noise.txt"
    noise.write_bytes(os.urandom(4 << 20))

    assert send(server, noise) == 0
    lines = [line for line in capsys.readouterr().err.splitlines() if "Sent" in line]
    assert lines[-1] == "Sent 4.2 MB of 4.2 MB (100 %)"
    assert 5 <= len(lines) <= 11


def test_plain_http_to_another_machine_is_warned_of(capsys):
    gpu_agent.server_at("http://gpu.example.org/site/", "x", None)
    assert "without https" in capsys.readouterr().err
    gpu_agent.server_at("http://127.0.0.1:8000", "x", None)
    gpu_agent.server_at("https://gpu.example.org", "x", None)
    assert capsys.readouterr().err == ""


def test_a_proxy_of_the_environment_is_used(monkeypatch):
    monkeypatch.setenv("http_proxy", "http://proxy.example:3128")
    monkeypatch.setenv("https_proxy", "proxy.example:3128")
    monkeypatch.setenv("no_proxy", "")
    plain = gpu_agent.server_at("http://gpu.example.org:8080", "x", None)
    secure = gpu_agent.server_at("https://gpu.example.org", "x", None)

    link, prefix = gpu_agent.connect(plain)
    tunnel, no_prefix = gpu_agent.connect(secure)

    assert (link.host, link.port) == ("proxy.example", 3128)
    assert prefix == "http://gpu.example.org:8080"
    assert (tunnel.host, tunnel.port, no_prefix) == ("proxy.example", 3128, "")


def test_samples_and_facts_are_collected_with_their_columns_named(tmp_path, capsys):
    program = write_program(tmp_path)
    out = tmp_path / "out"

    status = gpu_agent.main(
        [
            "collect",
            "--out",
            str(out),
            "--seconds",
            "0.4",
            "--interval",
            "0.1",
            "--nvidia-smi",
            str(program),
        ]
    )

    facts = json.loads((out / "host.json").read_text(encoding="utf-8"))
    (result,) = read_path(out).telemetry
    assert status == 0
    assert facts["gpus"][1] == {
        "index": "1",
        "uuid": "GPU-bbbb",
        "pci.bus_id": "00000000:18:00.0",
        "name": "Example X8",
    }
    assert facts["agent_version"] == gpu_agent.VERSION
    assert result.rows >= 4
    assert result.rows % 2 == 0
    assert result.findings == ()
    gpu = result.gpus[1].to_json()
    assert gpu["name"] == "Example X8"
    assert gpu["utilization_mean_percent"] == 90.0
    assert gpu["power_mean_w"] == 500.0
    assert gpu["memory_used_max_mib"] == 1000.0
    assert f"{result.rows} rows of samples" in capsys.readouterr().err


def test_an_old_driver_is_asked_for_fewer_columns(tmp_path):
    program = write_program(
        tmp_path, refused="*power.draw*", bus="", values="90, 1000, 60"
    )

    gpu_agent.collect(tmp_path / "out", 0, 1, str(program))

    (result,) = read_path(tmp_path / "out").telemetry
    assert result.gpus[0].to_json()["temperature_max_c"] == 60.0
    assert result.gpus[0].to_json()["power_mean_w"] is None


def test_without_nvidia_smi_the_facts_are_kept_and_it_is_said(
    tmp_path, monkeypatch, capsys
):
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.delenv("GPU_AGENT_NVIDIA_SMI", raising=False)

    assert gpu_agent.main(["collect", "--out", str(tmp_path / "out")]) == 0

    assert [path.name for path in (tmp_path / "out").iterdir()] == ["host.json"]
    assert "nvidia-smi was not found on this machine" in capsys.readouterr().err


def test_an_nvidia_smi_that_fails_is_quoted(tmp_path, capsys):
    program = write_program(tmp_path, refused="*")

    assert gpu_agent.collect(tmp_path / "out", 0, 1, str(program)) == 0
    assert "is not a valid field to query" in capsys.readouterr().err
    assert gpu_agent.collect(tmp_path / "out", 0, 1, str(tmp_path)) == 0
    assert "nvidia-smi could not be run" in capsys.readouterr().err


def test_impossible_times_are_refused(tmp_path, capsys):
    for options in (["--seconds", "-1"], ["--interval", "0"]):
        assert gpu_agent.main(["collect", "--out", str(tmp_path), *options]) == 2
        assert "must be more than 0" in capsys.readouterr().err


def test_the_site_can_fill_in_its_address():
    lines = AGENT.read_text(encoding="utf-8").splitlines()

    assert lines.count('DEFAULT_SERVER = ""') == 1


def test_the_file_keeps_to_the_grammar_of_python_3_8_and_the_standard_library():
    tree = ast.parse(AGENT.read_text(encoding="utf-8"), feature_version=(3, 8))

    imported = {
        (node.module or "") if isinstance(node, ast.ImportFrom) else node.names[0].name
        for node in ast.walk(tree)
        if isinstance(node, (ast.Import, ast.ImportFrom))
    }
    assert {name.partition(".")[0] for name in imported} <= sys.stdlib_module_names


def test_python_3_8_runs_the_agent_where_there_is_one(server, folder):
    python = shutil.which("python3.8")
    if python is None or subprocess.run([python, "-V"], check=False).returncode:
        pytest.skip("there is no Python 3.8 here")
    send(server, folder)

    done = subprocess.run(
        [python, str(AGENT), "upload", "--sku", "sku", str(folder)],
        env={**os.environ, "GPU_AGENT_SERVER": server.address},
        capture_output=True,
        check=False,
    )

    assert done.returncode == 0, done.stderr
    first, second = (body for _, _, body in server.requests)
    assert gzip.decompress(first) == gzip.decompress(second)


@needs_samples
@pytest.mark.parametrize(
    "name",
    sorted(
        str(p.parent.relative_to(TRAINING)) for p in TRAINING.glob("*/*/expected.json")
    ),
)
def test_published_sets_keep_their_scores_through_the_agent(server, tmp_path, name):
    expected = json.loads((TRAINING / name / "expected.json").read_text("utf-8"))
    send(server, TRAINING / name)

    (result,) = read_entries(
        unpack(io.BytesIO(server.requests[0][2]), tmp_path)
    ).run_sets

    assert result.score_minutes == pytest.approx(
        expected["official_score_minutes"], abs=1e-6
    )
    assert (result.ruleset, result.official) == (expected["ruleset"], True)


@needs_samples
def test_published_samples_keep_their_figures_through_the_agent(server, tmp_path):
    folder = TELEMETRY / "w1z4rd-1-Insignia"
    expected = json.loads((folder / "expected.json").read_text(encoding="utf-8"))
    columns = ",".join(expected["columns_from_the_calling_source"])
    with_header = TELEMETRY / "AndyZzzZzzZzz-miris" / "gpu_log.csv"

    send(server, folder / "nvidia_smi.csv", options=["--columns", columns])
    send(server, with_header)

    figures = []
    for number, (_, headers, body) in enumerate(server.requests):
        place = tmp_path / str(number)
        place.mkdir()
        named = tuple(filter(None, headers.get("X-Columns", "").split(",")))
        entries = unpack(io.BytesIO(body), place)
        (result,) = read_entries(entries, ReadOptions(columns=named)).telemetry
        gpu = result.gpus[0].to_json()
        figures.append((result.rows, round(gpu["utilization_mean_percent"], 6)))
    assert figures == [(44, 20.136364), (107, 3.672897)]
