"""The product's list of calls: each with a real request, its answer, and what it leaves behind.

``CALLS`` has a row for each call of ``listed``, and may have rows of others. ``OTHERS`` are answers that clients have
to tell apart from success.
"""

from tests.contract.calls import application, others, people, shopping, store
from tests.contract.calls.shape import Call

CALLS: tuple[Call, ...] = (*store.CALLS, *people.CALLS, *shopping.CALLS, *application.CALLS)
OTHERS: tuple[Call, ...] = others.CALLS
