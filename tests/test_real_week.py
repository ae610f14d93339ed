"""The kept week: its table, and how it is made again."""

from __future__ import annotations

import csv
import gzip
import hashlib
import io
import shutil
import zipfile
from pathlib import Path

import numpy as np
import open_bandit as tool
import pytest

from osphg.experiments.catalogue import book_folder
from osphg.experiments.errors import UsageError
from osphg.studies.open_bandit import HOURS, load, provenance

KEPT = book_folder() / "data" / "open_bandit"
TABLE = "impressions.csv.gz"


def test_counts_are_those_of_the_provenance() -> None:
    week, named = load(), provenance()
    data = gzip.decompress((KEPT / TABLE).read_bytes())
    rows = list(csv.DictReader(io.StringIO(data.decode())))
    assert len(rows) == named["rows"] == 22_424
    assert sum(int(r["impressions"]) for r in rows) == named["impressions"] == week.total
    assert sum(int(r["clicks"]) for r in rows) == named["clicks"] == week.clicks.sum() == 130
    assert len({r["segment"] for r in rows}) == named["segments"] == 296
    one = rows[12_345]
    place = ("all", "men", "women").index(one["campaign"]) * 3 + int(one["position"]) - 1
    found = week.impressions[int(one["hour"]), place, int(one["segment"])]
    assert found == int(one["impressions"]) > 0
    assert (week.prices.reshape(HOURS, 3, 3).sum((0, 2)) == 10_000).all()
    np.testing.assert_array_equal(week.prices.sum(1), week.visitors.sum(1))
    np.testing.assert_allclose(week.chances.sum(0), 1, rtol=1e-12)


def test_another_table_is_refused(tmp_path: Path) -> None:
    copy = shutil.copytree(KEPT, tmp_path / "table")
    data = gzip.decompress((copy / TABLE).read_bytes())
    (copy / TABLE).write_bytes(gzip.compress(data.replace(b"men,1,0,1,0", b"men,1,0,2,0", 1), 1))
    with pytest.raises(UsageError, match=rf"^{TABLE} must hold the table of SHA-256 0e50a.*, got "):
        load(copy)
    (copy / TABLE).unlink()
    with pytest.raises(FileNotFoundError):
        load(copy)


FIELDS = ("timestamp", "item_id", "position", "click", *tool.FEATURES)


def made_up(path: Path) -> Path:
    """A wheel with a handful of impressions of each campaign."""
    with zipfile.ZipFile(path, "w") as archive:
        for c, campaign in enumerate(tool.CAMPAIGNS):
            text = io.StringIO()
            table = csv.DictWriter(text, FIELDS)
            table.writeheader()
            for k in range(4 + c):
                table.writerow({
                    "timestamp": f"2019-11-2{4 + k}T0{k}:59:59.500000+00:00",
                    "item_id": k, "position": 1 + k % 3, "click": int(k == 1),
                    **{f: "same" if f != tool.FEATURES[0] else k % 2 for f in tool.FEATURES},
                })  # fmt: skip
            archive.writestr(f"obp/dataset/obd/random/{campaign}/{campaign}.csv", text.getvalue())
    return path


class TestRegeneration:
    def test_a_made_up_wheel(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        wheel = made_up(tmp_path / "obp.whl")
        monkeypatch.setattr(tool, "SHA256", hashlib.sha256(wheel.read_bytes()).hexdigest())
        monkeypatch.setattr(tool, "TARGET", tmp_path / "out")
        assert tool.main([str(wheel)]) == 0
        week, named = load(tmp_path / "out"), provenance(tmp_path / "out")
        assert week.impressions.shape == (HOURS, 9, 2)
        assert (week.total, week.clicks.sum(), named["rows"]) == (15, 3, 15)
        # the second impression of "men": hour 1 of day 1, position 2, the rarer feature, a click
        assert week.impressions[25, 4].tolist() == [0, 1]
        assert week.clicks[25, 4] == 1
        first = (tmp_path / "out" / TABLE).read_bytes()
        assert tool.main([str(wheel)]) == 0
        assert (tmp_path / "out" / TABLE).read_bytes() == first

    def test_another_wheel_is_refused(
        self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
    ) -> None:
        monkeypatch.setattr(tool, "TARGET", tmp_path / "out")
        assert tool.main([str(made_up(tmp_path / "obp.whl"))]) == 1
        assert "error: WHEEL must be obp==0.4.1 with SHA-256 87dec" in capsys.readouterr().err
        assert tool.main([str(tmp_path / "gone.whl")]) == 1
        assert "WHEEL must be a file that can be read" in capsys.readouterr().err
        assert tool.main(["a", "b"]) == 2
        assert not (tmp_path / "out").exists()
