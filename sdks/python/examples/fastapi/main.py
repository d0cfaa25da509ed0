"""BUNTING_KEY=sk_… uvicorn main:app"""

import os
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Annotated

from fastapi import Depends, FastAPI, Request

from bunting_sdk import Context, Flags, open_flags


@asynccontextmanager
async def lifespan(app: FastAPI) -> AsyncIterator[None]:
    """Opens the flags when the application starts, and closes them when it stops."""
    url = os.environ.get("BUNTING_DELIVERY_URL", "http://127.0.0.1:4001")
    # Waits for the first flags, and continues without them if Bunting is unreachable.
    async with open_flags(url, os.environ.get("BUNTING_KEY", "")) as flags:
        app.state.flags = flags
        yield


app = FastAPI(lifespan=lifespan)


def get_flags(request: Request) -> Flags:
    """A dependency, so that tests can override it: ``app.dependency_overrides[get_flags] = lambda: FixedFlags({…})``."""
    flags: Flags = request.app.state.flags
    return flags


@app.get("/checkout")
async def checkout(flags: Annotated[Flags, Depends(get_flags)], user: str | None = None) -> dict[str, str]:
    # Evaluates in memory, so there is nothing to await.
    is_new = flags.boolean("new-checkout", Context(user), False)
    return {"checkout": "new" if is_new else "old"}
