"""What threads and items are like: read and written through the server."""
