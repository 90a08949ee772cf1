"""Staff's sign-in: second step, password, idle time, roles."""
