"""Calls the tools with the official Python client, of version 1 or 2. Usage: assistant-client.py ADDRESS TOKEN DATASTREAM"""

import asyncio
import json
import sys

address, token, datastream = sys.argv[1:4]
headers = {"Authorization": f"Bearer {token}"}
order = {
    "selectedDatastreams": [
        {"datastream": datastream, "dates": [{"startDate": "2019-01-01", "endDate": "2019-01-01"}]}
    ]
}


def told(protocol, tools, found, draft):
    print(
        json.dumps(
            {
                "protocol": protocol,
                "tools": [tool.name for tool in tools.tools],
                "total": found["total"],
                "draft": draft["url"],
            }
        )
    )


async def version_1():
    from mcp import ClientSession
    from mcp.client.streamable_http import streamablehttp_client

    async with streamablehttp_client(address, headers=headers) as (read, write, _):
        async with ClientSession(read, write) as session:
            begun = await session.initialize()
            tools = await session.list_tools()
            found = await session.call_tool("search", {"text": "temperature"})
            draft = await session.call_tool("draft_order", order)
            told(begun.protocolVersion, tools, found.structuredContent, draft.structuredContent)


async def version_2():
    import httpx2
    from mcp import Client
    from mcp.client.streamable_http import streamable_http_client

    async with httpx2.AsyncClient(headers=headers, timeout=60) as http:
        async with Client(streamable_http_client(address, http_client=http)) as client:
            tools = await client.list_tools()
            found = await client.call_tool("search", {"text": "temperature"})
            draft = await client.call_tool("draft_order", order)
            told(client.protocol_version, tools, found.structured_content, draft.structured_content)


try:
    from mcp import Client as _  # noqa: F401

    asyncio.run(version_2())
except ImportError:
    asyncio.run(version_1())
