"""One message from which Home Assistant makes a device of a table."""

from __future__ import annotations

from device.core.table_state import TableState
from device.share.messages import AVAILABILITY, EVENT, EVENTS
from device.share.seen import Json
from device.system.facts import version

SEATS = 4


def discovery_topic(prefix: str, table: str) -> str:
    """Where Home Assistant looks for a table; `prefix` is its own, such as `homeassistant`."""
    return f"{prefix}/device/sepmosa-{table}/config"


def discovery(base: str, table: str, name: str) -> Json:
    """The device with all that it tells; `base` is the beginning of the table's topics."""
    components: Json = {
        "state": _sensor(
            table, "state", "TableState", "mdi:dots-grid",
            state_topic=f"{base}/state", device_class="enum",
            options=[state.value for state in TableState],
        ),
        "to_play": _score(base, table, "to_play", "To play", "mdi:account-arrow-right"),
        "last": _score(base, table, "last", "Last move", "mdi:message-text-outline"),
        "event": {
            "platform": "event",
            "unique_id": f"sepmosa-{table}-event",
            "name": "Event",
            "icon": "mdi:bell-outline",
            "state_topic": f"{base}/{EVENT}",
            "event_types": list(EVENTS),
        },
    }  # fmt: skip
    for seat in range(SEATS):
        count = seat + 1
        components[f"player_{count}"] = _score(
            base, table, f"names[{seat}]", f"Player {count}", "mdi:account", f"player-{count}"
        )
        components[f"score_{count}"] = _score(
            base, table, f"scores[{seat}]", f"Score {count}", "mdi:counter", f"score-{count}",
            state_class="measurement", unit_of_measurement="points",
        )  # fmt: skip
    return {
        "device": {
            "identifiers": [f"sepmosa-{table}"],
            "name": name,
            "manufacturer": "SEPMOSA",
            "model": "table companion",
            "sw_version": version(),
        },
        "origin": {"name": "sepmosa", "sw_version": version()},
        "availability_topic": f"{base}/{AVAILABILITY}",
        "qos": 1,
        "components": components,
    }


def _score(
    base: str, table: str, field: str, name: str, icon: str, own: str | None = None, **more: str
) -> Json:
    """A sensor that shows a field of the topic `score`."""
    template = f"{{{{ value_json.{field} | default(none) }}}}"
    topic = f"{base}/score"
    return _sensor(
        table, own or field, name, icon, state_topic=topic, value_template=template, **more
    )


def _sensor(table: str, own: str, name: str, icon: str, **more: object) -> Json:
    head = {"platform": "sensor", "unique_id": f"sepmosa-{table}-{own}", "name": name}
    return {**head, "icon": icon, **more}
