from django.apps import AppConfig


class ShoppingConfig(AppConfig):
    name = "planfront.shopping"
    label = "shopping"

    def ready(self) -> None:
        from planfront.accounts.services import CARRY_OVER
        from planfront.audit.day_figures import COUNT_DAY
        from planfront.integrations.zips import COUNTY_MATTERS
        from planfront.kernel.database.moves import MOVES
        from planfront.kernel.security.rekey import RENEW_INDEX
        from planfront.shopping.quote.merging import QUOTES
        from planfront.shopping.quote.places import county_rule
        from planfront.shopping.quote.sign_in_transfer import carry_quotes
        from planfront.shopping.sent_quotes.selectors import renew_quote_word
        from planfront.shopping.sent_quotes.services import renew_recipient_hash, renew_token_hash
        from planfront.shopping.worklists import figures

        COUNT_DAY.connect(figures.count_day, key=figures.QUOTE)
        RENEW_INDEX.connect(renew_token_hash, key="shopping.SentQuote.token_hash")
        RENEW_INDEX.connect(renew_recipient_hash, key="shopping.SentQuote.recipient_hash")
        RENEW_INDEX.connect(renew_quote_word, key="shopping.QuoteWord.token")
        COUNTY_MATTERS.connect(county_rule)
        CARRY_OVER.connect(carry_quotes)
        MOVES.connect(QUOTES, key="planfront.shopping.Quote")
