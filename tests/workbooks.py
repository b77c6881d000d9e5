"""A workbook as other programs read it: its stored values, and its formulas worked."""

import io

import formulas
from python_calamine import CalamineWorkbook


def worked_out(content, tmp_path):
    """Every cell by (sheet, address), as the formula library works it out."""
    path = tmp_path / "book.xlsx"
    path.write_bytes(content)
    solution = formulas.ExcelModel().loads(str(path)).finish().calculate()
    found = {}
    for key, cell in solution.items():
        sheet, _, address = str(key).rpartition("!")
        if ":" not in address and hasattr(cell, "value"):
            name = sheet.rpartition("]")[2].strip("'")
            found[name, address] = cell.value.ravel()[0]
    return found


def rows_of(content, sheet):
    """The rows of a sheet with the values that stand in the file."""
    book = CalamineWorkbook.from_filelike(io.BytesIO(content))
    return book.get_sheet_by_name(sheet).to_python(skip_empty_area=False)
