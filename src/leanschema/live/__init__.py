"""Real MCP servers: collect their tools, and stand between them and a client."""
