"""The executor for Python: a process of its own for one revision's graphs. User code lives only here.

It runs with the interpreter and the graph library of the project, so it imports nothing but the
standard library and what that library itself needs.
"""
