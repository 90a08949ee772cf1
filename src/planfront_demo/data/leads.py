"""The chat's questions and the consent texts of the demo, in both languages."""

from __future__ import annotations

from dataclasses import dataclass

from planfront.catalog.start import Text


@dataclass(frozen=True)
class ChatQuestion:
    """``after``: the position of an earlier question, and the place of its answer that leads here."""

    position: int
    question: Text
    kind: str = "text"
    options: tuple[Text, ...] = ()
    after: tuple[int, int] | None = None


QUESTIONS = (
    ChatQuestion(
        1,
        Text("Who are you looking to cover?", "¿A quién desea dar cobertura?"),
        "choice",
        (
            Text("Just me", "Solo a mí"),
            Text("Me and my family", "A mí y a mi familia"),
            Text("My employees", "A mis empleados"),
        ),
    ),
    ChatQuestion(
        2,
        Text("How many employees do you have?", "¿Cuántos empleados tiene?"),
        "choice",
        (Text("2 to 9", "De 2 a 9"), Text("10 to 49", "De 10 a 49"), Text("50 or more", "50 o más")),
        (1, 2),
    ),
    ChatQuestion(
        3,
        Text("What kind of plan do you have in mind?", "¿Qué tipo de plan tiene en mente?"),
        "choice",
        (
            Text("Dental or vision", "Dental o de la vista"),
            Text("Life or disability", "Vida o incapacidad"),
            Text("I would like advice", "Me gustaría recibir asesoría"),
        ),
    ),
    ChatQuestion(4, Text("What is your name?", "¿Cómo se llama?")),
    ChatQuestion(
        5,
        Text("How would you like to be contacted?", "¿Cómo prefiere que nos comuniquemos?"),
        "choice",
        (Text("By phone", "Por teléfono"), Text("By e-mail", "Por correo electrónico")),
    ),
    ChatQuestion(
        6, Text("Which phone number may we call?", "¿A qué número de teléfono podemos llamar?"), "phone", after=(5, 0)
    ),
    ChatQuestion(7, Text("What is your e-mail address?", "¿Cuál es su correo electrónico?"), "email", after=(5, 1)),
)

CONSENTS = {
    "phone": Text(
        "I agree that {seller} may call and text me about benefit plans at the number I give, also with an automatic "
        "dialer or a recorded voice. This is not a condition of purchase. Message and data rates may apply. I can stop "
        "at any time, for example by replying STOP.",
        "Acepto que {seller} me llame y me envíe mensajes de texto sobre planes de beneficios al número que indico, "
        "también con marcador automático o voz grabada. No es una condición de compra. Pueden aplicarse cargos por "
        "mensajes y datos. Puedo cancelarlo en cualquier momento, por ejemplo respondiendo STOP.",
    ),
    "email": Text(
        "I agree that {seller} may write to me about benefit plans by e-mail. This is not a condition of purchase, and "
        "every e-mail has a link to stop.",
        "Acepto que {seller} me escriba sobre planes de beneficios por correo electrónico. No es una condición de "
        "compra, y cada correo incluye un enlace para cancelar.",
    ),
    "location": Text(
        "May {seller} keep your internet address to find a representative licensed where you are?",
        "¿Permite que {seller} guarde su dirección de internet para encontrar un representante con licencia en su zona?",
    ),
}
