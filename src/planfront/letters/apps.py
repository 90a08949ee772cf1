from django.apps import AppConfig


class LettersConfig(AppConfig):
    name = "planfront.letters"
    label = "letters"
    verbose_name = "Letters"

    def ready(self) -> None:
        from planfront.kernel.database.moves import MOVES
        from planfront.letters.documents import make_letter
        from planfront.letters.merging import LETTERS
        from planfront.messaging.documents import LETTER_MAKER

        LETTER_MAKER.connect(make_letter, key="letter")
        MOVES.connect(LETTERS, key="planfront.letters.Letter")
