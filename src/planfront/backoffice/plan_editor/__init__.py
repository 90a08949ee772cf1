"""Plans, carriers, questionnaires and rates."""
