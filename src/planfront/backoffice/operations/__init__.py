"""The audit record, mail, jobs and banks."""
