"""Plan questions: statements to confirm and health questions."""

from __future__ import annotations

from planfront.demo.data.shapes import Choice, HealthQuestion, Text, YesNo

LIFE_STATEMENTS = (
    YesNo(
        501,
        Text(
            "I am able to do the normal duties of my work or household today.",
            "Hoy puedo realizar las tareas normales de mi trabajo u hogar.",
        ),
    ),
    YesNo(
        502,
        Text(
            "I have not been admitted to a hospital in the past 12 months.",
            "No he estado hospitalizado en los últimos 12 meses.",
        ),
    ),
    YesNo(
        503,
        Text(
            "I have not been told by a doctor that I have cancer or heart failure in the past 5 years.",
            "Ningún médico me ha diagnosticado cáncer o insuficiencia cardíaca en los últimos 5 años.",
        ),
    ),
)

LIFE_HEALTH = (
    HealthQuestion(
        601,
        Text(
            "Do you take part in racing, climbing, flying, or diving? If so, which and how often?",
            "¿Practica carreras, escalada, vuelo o buceo? Si es así, ¿cuál y con qué frecuencia?",
        ),
        kind="text_field",
    ),
    HealthQuestion(
        602,
        Text(
            "Has a parent, brother, or sister had heart disease, stroke, or cancer?",
            "¿Alguno de sus padres o hermanos ha tenido enfermedad del corazón, derrame o cáncer?",
        ),
        kind="checkbox",
        choices=(
            Choice(1, "A. Prior to age 60", Text("Heart disease", "Enfermedad del corazón")),
            Choice(2, "A. Prior to age 60", Text("Stroke", "Derrame cerebral")),
            Choice(3, "B. Prior to age 75", Text("Breast cancer", "Cáncer de mama")),
            Choice(4, "B. Prior to age 75", Text("Colon cancer", "Cáncer de colon")),
        ),
    ),
    HealthQuestion(
        603,
        Text(
            "In the past 10 years, have you been treated for a heart, lung, liver, or kidney condition?",
            "En los últimos 10 años, ¿ha recibido tratamiento por el corazón, pulmón, hígado o riñón?",
        ),
        kind="detail",
        require_detail=True,
        refers=True,
    ),
    HealthQuestion(
        604,
        Text("Have you been told that you have a terminal illness?", "¿Le han diagnosticado una enfermedad terminal?"),
        declines=True,
    ),
)

CRITICAL_HEALTH = (
    HealthQuestion(
        611,
        Text(
            "Have you ever had cancer, a heart attack, or a stroke?",
            "¿Ha tenido alguna vez cáncer, un ataque al corazón o un derrame cerebral?",
        ),
        declines=True,
    ),
    HealthQuestion(
        612,
        Text(
            "Are you waiting for the result of a test, biopsy, or scan?",
            "¿Espera el resultado de un análisis, biopsia o imagen?",
        ),
        kind="detail",
        require_detail=True,
    ),
)

WORK_STATEMENTS = (
    YesNo(521, Text("I am working my normal hours today.", "Hoy trabajo mi horario normal.")),
    YesNo(522, Text("I do not receive disability payments.", "No recibo pagos por discapacidad.")),
)
