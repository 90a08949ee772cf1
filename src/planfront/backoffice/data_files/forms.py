"""Forms of the import pages: the file with its options, and the day of going live."""

from __future__ import annotations

from datetime import date
from typing import Any

from django import forms
from unfold.widgets import (
    UnfoldAdminDateWidget,
    UnfoldAdminFileFieldWidget,
    UnfoldAdminTextareaWidget,
    UnfoldAdminTextInputWidget,
)

from planfront.imports.registry import Importer
from planfront.kernel import clock

MAX_MB = 1024


class UploadForm(forms.Form):
    """A file and the options of its kind."""

    file = forms.FileField(label="File", help_text=f"At most {MAX_MB} MB.", widget=UnfoldAdminFileFieldWidget())

    def __init__(self, importer: Importer, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        for option in importer.option_fields:
            widget = UnfoldAdminTextareaWidget(attrs={"rows": 4}) if option.multiline else UnfoldAdminTextInputWidget()
            self.fields[option.name] = forms.CharField(
                label=str(option.label), help_text=str(option.help), required=False, widget=widget
            )
        if importer.reads_workbooks:
            self.fields["sheets"] = forms.CharField(
                label="Sheets",
                help_text="Every sheet of a workbook that has the right headings is read. To read only some, enter "
                "their names separated by semicolons.",
                required=False,
                widget=UnfoldAdminTextInputWidget(),
            )

    def given(self) -> dict[str, str]:
        """The options by name."""
        return {name: value for name, value in self.cleaned_data.items() if name != "file"}


class GoLiveForm(forms.Form):
    """The day on which an approved import goes live."""

    go_live_on = forms.DateField(
        label="Goes live on",
        widget=UnfoldAdminDateWidget(format="%Y-%m-%d", attrs={"type": "date"}),
        help_text="Today: right away. A later day: shortly after midnight that day.",
    )

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["go_live_on"].widget.attrs["min"] = clock.today().isoformat()
        self.fields["go_live_on"].initial = clock.today()

    def day(self) -> date:
        chosen: date = self.cleaned_data["go_live_on"]
        return chosen
