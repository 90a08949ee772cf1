/** An answer of a call of which a test needs only some values. */
export const partOf = <Answer>(values: Partial<Answer>): Answer => values as Answer;
