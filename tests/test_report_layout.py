"""How reports reach a page: long sums on several lines, long lists folded, formulas in tables."""

import pandas
import pytest

from osphg.studies.tables import Table


def test_a_table_is_a_pandas_frame_whose_rows_are_as_long_as_its_header() -> None:
    table = Table(["player", "seeds"], [("OSPHG", 2), ("MOSP", 3)], caption="Two.")
    assert isinstance(table, pandas.DataFrame)
    assert table.set_index("player").loc["MOSP", "seeds"] == 3
    assert table.attrs["caption"] == "Two."
    with pytest.raises(ValueError, match=r"2 entries like the header, got \['OSPHG'\]"):
        Table(["player", "seeds"], [("OSPHG",)])
