"""The part of SARIF 2.1.0 that a static analysis writes, as a closed JSON Schema.

After OASIS Static Analysis Results Interchange Format 2.1.0; the section of each object is named.
Closed, so that a misspelt property is a fault.
"""

from __future__ import annotations

from typing import Any

MESSAGE = {  # 3.11
    "type": "object",
    "properties": {"text": {"type": "string", "minLength": 1}},
    "required": ["text"],
    "additionalProperties": False,
}
RULE = {  # 3.49, reportingDescriptor
    "type": "object",
    "properties": {
        "id": {"type": "string", "pattern": "^LS[0-9]{3}$"},
        "name": {"type": "string", "pattern": "^[A-Z][A-Za-z]*$"},
        "shortDescription": MESSAGE,
        "fullDescription": MESSAGE,
        "helpUri": {"type": "string", "format": "uri"},
        "defaultConfiguration": {  # 3.50
            "type": "object",
            "properties": {"level": {"enum": ["none", "note", "warning", "error"]}},
            "additionalProperties": False,
        },
    },
    "required": ["id"],
    "additionalProperties": False,
}
LOCATION = {  # 3.28
    "type": "object",
    "properties": {
        "physicalLocation": {  # 3.29
            "type": "object",
            "properties": {
                "artifactLocation": {  # 3.4
                    "type": "object",
                    "properties": {"uri": {"type": "string", "format": "uri-reference"}},
                    "required": ["uri"],
                    "additionalProperties": False,
                },
                "region": {  # 3.30
                    "type": "object",
                    "properties": {"startLine": {"type": "integer", "minimum": 1}},
                    "required": ["startLine"],
                    "additionalProperties": False,
                },
            },
            "required": ["artifactLocation"],
            "additionalProperties": False,
        },
        "logicalLocations": {  # 3.33
            "type": "array",
            "uniqueItems": True,
            "items": {
                "type": "object",
                "properties": {
                    "fullyQualifiedName": {"type": "string"},
                    "kind": {"type": "string"},
                },
                "additionalProperties": False,
            },
        },
    },
    "additionalProperties": False,
}
RESULT = {  # 3.27
    "type": "object",
    "properties": {
        "ruleId": {"type": "string"},
        "ruleIndex": {"type": "integer", "minimum": -1},
        "level": {"enum": ["none", "note", "warning", "error"]},
        "message": MESSAGE,
        "locations": {"type": "array", "items": LOCATION},
        "partialFingerprints": {"type": "object", "additionalProperties": {"type": "string"}},
    },
    "required": ["message"],
    "additionalProperties": False,
}
SARIF: dict[str, Any] = {  # 3.13, sarifLog
    "type": "object",
    "properties": {
        "$schema": {"type": "string", "format": "uri"},
        "version": {"const": "2.1.0"},
        "runs": {
            "type": "array",
            "items": {  # 3.14
                "type": "object",
                "properties": {
                    "tool": {  # 3.18
                        "type": "object",
                        "properties": {
                            "driver": {  # 3.19
                                "type": "object",
                                "properties": {
                                    "name": {"type": "string", "minLength": 1},
                                    "version": {"type": "string"},
                                    "informationUri": {"type": "string", "format": "uri"},
                                    "rules": {
                                        "type": "array",
                                        "uniqueItems": True,
                                        "items": RULE,
                                    },
                                },
                                "required": ["name"],
                                "additionalProperties": False,
                            }
                        },
                        "required": ["driver"],
                        "additionalProperties": False,
                    },
                    "results": {"type": "array", "items": RESULT},
                },
                "required": ["tool"],
                "additionalProperties": False,
            },
        },
    },
    "required": ["version", "runs"],
    "additionalProperties": False,
}
