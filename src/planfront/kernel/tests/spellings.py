"""Names as people type, paste and dictate them, for the tests of every door that takes one."""

READ = {
    "Castillo\u2011Reyes": "Castillo-Reyes",
    "Castillo\u2013Reyes": "Castillo-Reyes",
    "Le\u0301a": "Léa",
    "Ana\u200b": "Ana",
    "de\u00a0la  Cruz": "de la Cruz",
    "Kaʻahumanu": "Kaʻahumanu",
    "O’Neil": "O’Neil",
}
NO_NAMES = ("Ana2", "<b>x</b>", "-")
UNPRINTABLE = ("李明", "김민수", "محمد")
LATIN = "Enter the name as on your Social Security card, in Latin letters."
