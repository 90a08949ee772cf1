from django.apps import AppConfig


class LettersConfig(AppConfig):
    name = "planfront.letters"
    label = "letters"
    verbose_name = "Letters"

    def ready(self) -> None:
        from planfront.kernel.database.moves import MOVES
        from planfront.letters.documents import make_letter
        from planfront.letters.merging import LETTERS
        from planfront.letters.services import print_returned
        from planfront.messaging.documents import LETTER_MAKER
        from planfront.messaging.returned import MAIL_RETURNED

        LETTER_MAKER.connect(make_letter, key="letter")
        MAIL_RETURNED.connect(print_returned)
        MOVES.connect(LETTERS, key="planfront.letters.Letter")
