"""The words that come with the store, by kind and language. An operator's own take their place (LetterText)."""

from __future__ import annotations

from collections.abc import Mapping

from planfront.letters.kinds import Kind

Words = tuple[str, str]
"""Subject and body; an empty line parts paragraphs."""


def _words(subject: str, *paragraphs: str) -> Words:
    return subject, "\n\n".join(paragraphs)


SHIPPED: Mapping[tuple[str, str], Words] = {
    (Kind.WELCOME, "en"): _words(
        "Your coverage begins today",
        "Dear {first_name},",
        "Your coverage with {plans} ({policies}) starts on {day}. It costs {after} a month.",
        "Find your cards, what's covered, and what to do when your life changes under My benefits.",
        "Getting married, moving, or having a baby? Tell us in time, and we'll update your coverage from that day.",
        "Questions? Call us at {phone}.",
    ),
    (Kind.WELCOME, "es"): _words(
        "Su cobertura comienza hoy",
        "Estimado/a {first_name}:",
        "Su cobertura de {plans} ({policies}) comienza el {day}. Cuesta {after} al mes.",
        "Sus tarjetas, lo que está cubierto y qué hacer cuando algo cambie en su vida están en Mis beneficios.",
        "¿Se casa, se muda o espera un bebé? Avísenos a tiempo y cambiaremos su cobertura desde la fecha correcta.",
        "¿Preguntas? Llámenos al {phone}.",
    ),
    (Kind.DECISION, "en"): _words(
        "The insurer has decided on {plans}",
        "Dear {first_name},",
        "{decision}",
        "This is about {plans} ({policies}). You can see your coverage under My benefits.",
        "Questions? Call us at {phone}.",
    ),
    (Kind.DECISION, "es"): _words(
        "La aseguradora ha decidido sobre {plans}",
        "Estimado/a {first_name}:",
        "{decision}",
        "Se trata de {plans} ({policies}). Puede ver su cobertura en Mis beneficios.",
        "¿Preguntas? Llámenos al {phone}.",
    ),
    (Kind.CHANGE, "en"): _words(
        "Your coverage has changed",
        "Dear {first_name},",
        "{what} It takes effect on {day} for {plans} ({policies}).",
        "{price}",
        "{beneficiaries}",
        "If this isn't what you wanted, call us at {phone}.",
    ),
    (Kind.CHANGE, "es"): _words(
        "Su cobertura ha cambiado",
        "Estimado/a {first_name}:",
        "{what} Rige desde el {day} para {plans} ({policies}).",
        "{price}",
        "{beneficiaries}",
        "Si no es lo que quería, llámenos al {phone}.",
    ),
    (Kind.TERMINATION, "en"): _words(
        "Your coverage ends on {last_day}",
        "Dear {first_name},",
        "{plans} ({policies}) ends. The last day with coverage is {last_day}.",
        "Care through that day is covered. Care after that day isn't.",
        "{price}",
        "To get coverage again, you'll need to enroll. If you didn't expect this letter, call us at {phone}.",
    ),
    (Kind.TERMINATION, "es"): _words(
        "Su cobertura termina el {last_day}",
        "Estimado/a {first_name}:",
        "{plans} ({policies}) termina. El último día con cobertura es el {last_day}.",
        "La atención que reciba hasta ese día está cubierta. La que reciba después no.",
        "{price}",
        "Para tener cobertura otra vez, deberá inscribirse de nuevo. Si no esperaba esta carta, llámenos al {phone}.",
    ),
    (Kind.DEATH, "en"): _words(
        "After the death of {who}",
        "{greeting}",
        "We're very sorry that {who} has died.",
        "{what}",
        "{claim}",
        "If there's anything we can take off your hands, please call us at {phone}.",
    ),
    (Kind.DEATH, "es"): _words(
        "Después del fallecimiento de {who}",
        "{greeting}",
        "Lamentamos mucho el fallecimiento de {who}.",
        "{what}",
        "{claim}",
        "Si podemos ayudarle con algún trámite, llámenos al {phone}.",
    ),
    (Kind.SHARES, "en"): _words(
        "What you pay changes on {day}",
        "Dear {first_name},",
        "Here's what you and {group} pay for your plans from {day}. Your coverage and its price stay the same.",
        "{shares}",
        "You don't need to do anything. Questions? Call us at {phone}.",
    ),
    (Kind.SHARES, "es"): _words(
        "Lo que usted paga cambia el {day}",
        "Estimado/a {first_name}:",
        "Esto es lo que usted y {group} pagan por sus planes desde el {day}. Su cobertura y el precio no cambian.",
        "{shares}",
        "No tiene que hacer nada. ¿Preguntas? Llámenos al {phone}.",
    ),
    (Kind.REINSTATEMENT, "en"): _words(
        "Your coverage is in force again",
        "Dear {first_name},",
        "{plans} ({policies}) is in force again from {day}, without a day in between.",
        "{price}",
        "Questions? Call us at {phone}.",
    ),
    (Kind.REINSTATEMENT, "es"): _words(
        "Su cobertura está otra vez en vigor",
        "Estimado/a {first_name}:",
        "{plans} ({policies}) está otra vez en vigor desde el {day}, sin un día de interrupción.",
        "{price}",
        "¿Preguntas? Llámenos al {phone}.",
    ),
    (Kind.RENEWAL_OFFER, "en"): _words(
        "Your plan from {day}",
        "Dear {first_name},",
        "{offer}",
        "{price}",
        (
            "You may keep it, change to another plan or decline until {answer_by}, in My benefits or by phone "
            "at {phone}."
        ),
    ),
    (Kind.RENEWAL_OFFER, "es"): _words(
        "Su plan desde el {day}",
        "Estimado/a {first_name}:",
        "{offer}",
        "{price}",
        (
            "Puede conservarlo, cambiar a otro plan o rechazarlo hasta el {answer_by}, en Mis beneficios o por "
            "teléfono al {phone}."
        ),
    ),
    (Kind.DISCONTINUED, "en"): _words(
        "{plans} ends on {last_day}",
        "Dear {first_name},",
        "{offer}",
        "{price}",
        "{compared}",
        "{no_answer}",
        "You can choose until {answer_by}, in My benefits or by phone at {phone}.",
    ),
    (Kind.DISCONTINUED, "es"): _words(
        "{plans} termina el {last_day}",
        "Estimado/a {first_name}:",
        "{offer}",
        "{price}",
        "{compared}",
        "{no_answer}",
        "Puede elegir hasta el {answer_by}, en Mis beneficios o por teléfono al {phone}.",
    ),
    (Kind.AGEING_OUT, "en"): _words(
        "{child} is covered until {last_day}",
        "Dear {first_name},",
        "{child} reaches the age limit of {plans} ({policies}). The last day with coverage is {last_day}.",
        "{price}",
        ("A child who can't live independently because of a disability may stay: call us at {phone} before that day."),
    ),
    (Kind.AGEING_OUT, "es"): _words(
        "{child} tiene cobertura hasta el {last_day}",
        "Estimado/a {first_name}:",
        "{child} alcanza la edad límite de {plans} ({policies}). El último día con cobertura es el {last_day}.",
        "{price}",
        (
            "Un hijo que no puede vivir de forma independiente por una discapacidad puede quedarse: llámenos al"
            " {phone} antes de ese día."
        ),
    ),
    (Kind.NEW_RATES, "en"): _words(
        "What {plans} costs from {day}",
        "Dear {first_name},",
        (
            "The price of {plans} ({policies}) depends on your age. On its anniversary, it changes to the price for "
            "your age then: {after} a month from {day}, {before} until then."
        ),
        "Nothing else changes. Questions? Call us at {phone}.",
    ),
    (Kind.NEW_RATES, "es"): _words(
        "Lo que cuesta {plans} desde el {day}",
        "Estimado/a {first_name}:",
        (
            "El precio de {plans} ({policies}) depende de la edad. En su aniversario toma el precio de la edad "
            "que tenga: {after} al mes desde el {day}, {before} hasta entonces."
        ),
        "Nada más cambia. ¿Preguntas? Llámenos al {phone}.",
    ),
}
NEW_PRICE: Mapping[tuple[str, str], str] = {
    (Kind.CHANGE, "en"): "It cost {before} a month and costs {after} a month from then on.",
    (Kind.CHANGE, "es"): "Costaba {before} al mes y desde entonces cuesta {after} al mes.",
    (Kind.RENEWAL_OFFER, "en"): "It costs {before} a month now. From {day}, it costs {after} a month.",
    (Kind.RENEWAL_OFFER, "es"): "Ahora cuesta {before} al mes. Desde el {day} costará {after} al mes.",
    (Kind.DISCONTINUED, "en"): "You pay {before} a month now. From {day}, you pay {after} a month.",
    (Kind.DISCONTINUED, "es"): "Ahora paga {before} al mes. Desde el {day} pagará {after} al mes.",
    (Kind.AGEING_OUT, "en"): "You pay {before} a month until then and {after} a month afterwards.",
    (Kind.AGEING_OUT, "es"): "Hasta entonces paga {before} al mes y después pagará {after} al mes.",
}
"""Sentences of ``{price}`` where the price changes."""
SAME_PRICE: Mapping[str, str] = {
    "en": "The price stays {after} a month.",
    "es": "El precio sigue siendo de {after} al mes.",
}
