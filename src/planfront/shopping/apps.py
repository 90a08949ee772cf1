from django.apps import AppConfig


class ShoppingConfig(AppConfig):
    name = "planfront.shopping"
    label = "shopping"

    def ready(self) -> None:
        from planfront.accounts.services import carry_with
        from planfront.integrations.zips import ask_county_when
        from planfront.kernel.rekey import renew_with
        from planfront.shopping.quote.places import county_rule
        from planfront.shopping.quote.sign_in_transfer import carry
        from planfront.shopping.sent_quotes.selectors import quote_word_renew
        from planfront.shopping.sent_quotes.services import recipient_hash_renew, token_hash_renew

        renew_with("shopping.SentQuote.token_hash", token_hash_renew)
        renew_with("shopping.SentQuote.recipient_hash", recipient_hash_renew)
        renew_with("shopping.QuoteWord.token", quote_word_renew)
        ask_county_when(county_rule)
        carry_with(carry)
