from django.apps import AppConfig


class ShoppingConfig(AppConfig):
    name = "planfront.shopping"
    label = "shopping"

    def ready(self) -> None:
        from planfront.accounts.services import carry_with
        from planfront.integrations.zips import ask_county_when
        from planfront.kernel.rekey import renew_with
        from planfront.shopping.quote.places import county_rule
        from planfront.shopping.quote.sign_in_transfer import carry_quotes
        from planfront.shopping.sent_quotes.selectors import renew_quote_word
        from planfront.shopping.sent_quotes.services import renew_recipient_hash, renew_token_hash

        renew_with("shopping.SentQuote.token_hash", renew_token_hash)
        renew_with("shopping.SentQuote.recipient_hash", renew_recipient_hash)
        renew_with("shopping.QuoteWord.token", renew_quote_word)
        ask_county_when(county_rule)
        carry_with(carry_quotes)
