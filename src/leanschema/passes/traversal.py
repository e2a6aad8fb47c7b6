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
# How often what a pass put in is rewritten inside what was put in before.
_MAX_AGAIN: Final = 4


class Rewriting:
    """Runs a plan over every node of a tree, children first, until nothing is left to write.

    Each distinct node is rewritten once, however often it stands in the tree. Where nobody keeps a
    log, a leaf is rewritten wherever it stands, and so is every node of a tree in which none stands
    twice: that costs less than to remember them. A node is settled where every pass that concerns
    it was asked about it, and about all below it, as it is now.
    """

    __slots__ = (
        "_again", "_count_open", "_done", "_kept", "_log", "_nesting", "_open", "_plan",
        "_remembers", "_setting", "_settled", "_watches", "_widened",
    )  # fmt: skip

    def __init__(self, plan: Plan, log: Log | None, *, has_shared_nodes: bool = True) -> None:
        self._plan = plan
        self._log = log
        self._remembers = has_shared_nodes or plan.reveals or log is not None
        self._done: dict[int, JsonSchema] = {}
        self._open: set[int] = set()
        self._widened: set[int] = set()
        self._settled: list[JsonSchema] = []
        # What is named by its identity lives as long as the names do.
        self._kept: list[JsonSchema] = []
        self._nesting = self._again = 0
        self._watches = plan.is_fragile

    def run(self, root: JsonSchema, setting: Setting) -> JsonSchema:
        """Give the rewritten tree; run it again while this is not `settled`."""
        self._done = {id(node): node for node in self._settled} if self._settled else {}
        self._setting = setting
        self._open.clear()
        self._widened.clear()
        self._count_open = 0
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
        kind = node.type
        shape = plan.shapes.get((kind, *map(type, values))) or plan.new_shape(kind, values)
        if not self._remembers or (shape.is_leaf and self._log is None):
            after = node.map_children(self._rewrite, shape.tables) if shape.tables else node
            return self._stepped(node, after, shape) if shape.steps else after
        known = self._done.get(id(node))
        if known is not None:
            if id(known) in self._open:
                self._count_open += 1
            return known
        opened = self._count_open
        self._kept.append(node)
        if plan.reveals:
            # Met again below itself, which only a revealed definition can be: the reference stays.
            self._done[id(node)] = JsonSchema(ref=node.ref) if node.ref is not None else node
        after = self._inside(node, node, shape)
        after = self._stepped(node, after, shape)
        self._done[id(node)] = self._done[id(after)] = after
        if self._count_open == opened:
            self._settled.append(after)
        else:
            self._open.add(id(after))
        return after

    def _inside(self, node: JsonSchema, before: JsonSchema, shape: Shape) -> JsonSchema:
        """Rewrite what is in a node, or in what it became."""
        if not shape.tables:
            return before
        after = before.map_children(self._rewrite, shape.tables)
        if after is not before and self._log is not None:
            self._log.made(after, node)
        return after

    def _stepped(self, node: JsonSchema, before: JsonSchema, shape: Shape) -> JsonSchema:
        """Take the first step that changes a node, and those that follow from it."""
        for first in shape.steps:
            changed = first.apply(before, self._setting)
            if changed is not before:
                if first.ends and self._log is None and not self._watches:
                    return changed
                return self._applied(node, before, first, changed)
        return before

    def _applied(
        self, node: JsonSchema, before: JsonSchema, first: Step, changed: JsonSchema
    ) -> JsonSchema:
        """Go on after the first pass that changed a node; each change may bring others in."""
        plan, after, step = self._plan, before, first
        is_widened = False
        while changed is not after:
            last = step
            if self._log is not None:
                self._log.changed(last.by, node, after, changed)
            if self._watches and not is_widened:
                is_widened = last.by.law_of(after, changed) == "widens"
            after = self._revealed(node, changed) if last.by.reveals else changed
            shape = last.then or plan.shape_of(after, plan.values(after))
            changed = after
            for step in shape.steps:
                if step.bit > last.bit:
                    changed = step.apply(after, self._setting)
                    if changed is not after:
                        break
        if self._watches:
            joined = any(id(child) in self._widened for child in before.subschemas())
            if is_widened or joined:
                self._widened.add(id(after))
                self._kept.append(after)
        return after if _is_settled(before, after, shape, last) else self._asked_again(node, after)

    def _asked_again(self, node: JsonSchema, changed: JsonSchema) -> JsonSchema:
        """Rewrite what passes put into a node, and the node then."""
        if self._again >= _MAX_AGAIN:
            self._count_open += 1
            return changed
        self._again += 1
        plan = self._plan
        shape = plan.shape_of(changed, plan.values(changed))
        after = self._stepped(node, self._inside(node, changed, shape), shape)
        self._again -= 1
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


def _is_settled(before: JsonSchema, after: JsonSchema, shape: Shape, last: Step) -> bool:
    """Tell whether a changed node needs no pass again, and has no new children.

    The last one gave what it leaves alone, but where it put in what was rewritten since.
    """
    if shape.passes & ((last.bit << 1) - 1 if last.by.reveals else last.bit - 1):
        return False
    tables = shape.tables
    return not tables or all(getattr(after, one) is getattr(before, one) for one in tables)
