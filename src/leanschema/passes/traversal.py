"""The one traversal: it runs the passes of a plan over every node, children first."""

from __future__ import annotations

from typing import Final

from leanschema.passes import fragile
from leanschema.passes.log import Log
from leanschema.passes.plans import Plan, Shape, Step
from leanschema.passes.rewrite import Setting
from leanschema.schema import JsonSchema

# How often a definition may be joined with its siblings inside what was joined so before.
_MAX_REVEALED: Final = 4


class Rewriting:
    """Runs a plan over every node of a tree, children first, until nothing is left to write.

    Each distinct node is rewritten once, however often it stands in the tree. A node is settled
    where every pass that concerns it was asked about it, and about all below it, as it is now.
    """

    def __init__(self, plan: Plan, log: Log | None) -> None:
        self._plan = plan
        self._log = log
        self._done: dict[int, JsonSchema] = {}
        self._settled: list[JsonSchema] = []
        self._open: set[int] = set()
        self._kept: list[JsonSchema] = []
        self._count_open = 0
        self._nesting = 0
        self._widened: set[int] = set()
        self._watches = plan.is_fragile

    def run(self, root: JsonSchema, setting: Setting) -> JsonSchema:
        """Give the rewritten tree; run it again while this is not `settled`."""
        self._done = {id(node): node for node in self._settled}
        self._setting = setting
        self._open.clear()
        self._count_open = 0
        self._widened.clear()
        after = self._rewrite(root)
        if self._widened:
            opened = fragile.open_fragile(after, self._widened, self._log)
            # What was opened may need a type, or other words, now.
            self._count_open += opened is not after
            after = opened
        return after

    @property
    def settled(self) -> bool:
        """Tell whether another run would change nothing."""
        return not self._count_open

    def _rewrite(self, node: JsonSchema) -> JsonSchema:
        plan = self._plan
        values = plan.values(node)
        if values == plan.nothing and node.type in plan.idle_types:
            return node
        known = self._done.get(id(node))
        if known is not None:
            if id(known) in self._open:
                self._count_open += 1
            return known
        shape, opened = plan.shape_of(node, values), self._count_open
        if plan.reveals:
            # Met again below itself, which only a revealed definition can be: the reference stays.
            self._done[id(node)] = JsonSchema(ref=node.ref) if node.ref is not None else node
            self._kept.append(node)
        after = node
        if shape.tables:
            after = node.map_children(self._rewrite, shape.tables)
            if after is not node and self._log is not None:
                self._log.made(after, node)
        for step in shape.steps:
            changed = step[2](after, self._setting)
            if changed is not after:
                after = self._applied(node, after, step, changed)
                break
        self._done[id(node)] = self._done[id(after)] = after
        if self._count_open == opened:
            self._settled.append(after)
        else:
            self._open.add(id(after))
        return after

    def _applied(
        self, node: JsonSchema, before: JsonSchema, first: Step, changed: JsonSchema
    ) -> JsonSchema:
        """Go on after the first pass that changed a node; each change may bring others in."""
        plan, after, step = self._plan, before, first
        is_widened = False
        while changed is not after:
            last = bit, one, _ = step
            if self._log is not None:
                self._log.changed(one, node, after, changed)
            if self._watches and not is_widened:
                is_widened = one.law_of(after, changed) == "widens"
            after = self._revealed(node, changed) if one.reveals else changed
            shape = plan.shape_of(after, plan.values(after))
            changed = after
            for step in shape.steps:
                if step[0] > bit:
                    changed = step[2](after, self._setting)
                    if changed is not after:
                        break
        if self._watches:
            joined = any(id(child) in self._widened for child in before.subschemas())
            if is_widened or joined:
                self._widened.add(id(after))
        if not self._is_settled(before, after, shape, last):
            self._count_open += 1
        return after

    def _revealed(self, node: JsonSchema, after: JsonSchema) -> JsonSchema:
        """Rewrite what a pass put in; deep inside one another, references are not followed more."""
        setting = self._setting
        self._nesting += 1
        if self._nesting > _MAX_REVEALED:
            self._setting = setting._replace(is_cautious=True)
        inner = after.map_children(self._rewrite)
        self._nesting, self._setting = self._nesting - 1, setting
        if inner is not after and self._log is not None:
            self._log.made(inner, node)
        return inner

    def _is_settled(self, before: JsonSchema, after: JsonSchema, shape: Shape, last: Step) -> bool:
        """Tell whether a changed node needs no pass again, and has no new children.

        The last one gave what it leaves alone, but where it put in what was rewritten since.
        """
        bit, by, _ = last
        if shape.passes & ((bit << 1) - 1 if by.reveals else bit - 1):
            return False
        tables = shape.tables
        return not tables or all(getattr(after, one) is getattr(before, one) for one in tables)
