"""What a project brings: its graphs, its schemas and drawings."""
