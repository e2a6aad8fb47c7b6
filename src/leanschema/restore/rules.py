"""What is done with one value on the way there and on the way back."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from leanschema.json_values import same_json
from leanschema.restore.candidates import Candidates, Group, View
from leanschema.restore.names import is_stringified, members_of, shown_enum_member
from leanschema.restore.walk import Edit, Rule


def renamed(*, back: bool) -> Rule:
    """Rename properties to what the target takes, or back."""

    def rename(value: Any, group: Group, candidates: Candidates) -> Edit:
        if not isinstance(value, (dict, list)):
            return Edit(value)
        view = candidates.all_of(group)
        if isinstance(value, list):
            return Edit(value, _items(value, view))
        names = view.names(back=back)
        new = {
            name: names[name]
            for name in value
            if names.get(name, name) != name and not _is_kept(names[name], value, names)
        }
        children: list[tuple[Any, Group]] = []
        for name in value:
            own = new[name] if back and name in new else name
            children.append((name, view.property(own)))
        return Edit(value, children, new)

    return rename


def _is_kept(name: str, value: dict[str, Any], names: dict[str, str]) -> bool:
    """Tell whether a name is in use by another property, so that nothing is lost to it."""
    return name in value and names.get(name, name) == name


def give_values_back(value: Any, group: Group, candidates: Candidates) -> Edit:
    """Turn text into the enum member that it shows, and leave out nulls that stand for nothing."""
    target = candidates.target
    if isinstance(value, str):
        if not target.stringifies_enums:
            return Edit(value)
        member = candidates.like(group, value).member(value)
        if member is None or candidates.likeness().fits_all(group, value):
            return Edit(value)
        return Edit(member[0])
    if isinstance(value, list):
        return Edit(value, _items(value, candidates.like(group, value)))
    if not isinstance(value, dict):
        return Edit(value)
    view, whole = candidates.like(group, value), candidates.all_of(group)
    gone: frozenset[str] = frozenset()
    if target.needs_all_required:
        gone = frozenset(
            name
            for name, child in value.items()
            if child is None
            and name in whole.listed
            and name not in view.required
            and not candidates.likeness().fits_all(_nodes(name, view, whole), None)
        )
    return Edit(value, _properties(value, view, whole), gone=gone)


def show_values(value: Any, group: Group, candidates: Candidates) -> Edit:
    """Turn enum members into the text that shows them, and put nulls for absent properties."""
    target = candidates.target
    if value is None or isinstance(value, str):
        return Edit(value)
    if isinstance(value, list):
        return Edit(value, _items(value, candidates.like(group, value)))
    if isinstance(value, dict):
        whole = candidates.all_of(group)
        added: tuple[str, ...] = ()
        if target.needs_all_required:
            # The root's unions are merged into one object, the others keep their branches.
            at_root = group is candidates.root
            asked = whole if at_root else candidates.like(group, value, only_first=True)
            added = tuple(name for name in asked.listed if name not in value)
        return Edit(value, _properties(value, candidates.like(group, value), whole), added=added)
    if target.stringifies_enums:
        for members in map(members_of, candidates.like(group, value).nodes()):
            if members and is_stringified(members, target):
                for member in members:
                    if same_json(member, value):
                        return Edit(shown_enum_member(member))
    return Edit(value)


def _nodes(name: str, view: View, whole: View) -> Group:
    """Give the nodes of a property in the branches that fit, or else in all of them."""
    return view.property(name) or whole.property(name)


def _items(value: list[Any], view: View) -> Iterable[tuple[Any, Group]]:
    return [(index, view.item(index)) for index in range(len(value))]


def _properties(value: dict[str, Any], view: View, whole: View) -> Iterable[tuple[Any, Group]]:
    return [(name, _nodes(name, view, whole)) for name in value]
