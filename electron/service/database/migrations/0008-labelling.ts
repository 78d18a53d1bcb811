/** Who changed the codebook and how, what blind labelling hid and who looked, and how long each item took. */
export const labelling = `
ALTER TABLE codebook ADD COLUMN made_by TEXT NOT NULL DEFAULT '';
ALTER TABLE codebook ADD COLUMN description TEXT NOT NULL DEFAULT '';

-- Blind labelling, per annotator: its latest 'on' or 'off' holds. 'reveal': one instance, or a screen, was shown.
CREATE TABLE blind_event (
  id INTEGER PRIMARY KEY,
  annotator_id INTEGER NOT NULL REFERENCES annotator,
  at TEXT NOT NULL,
  kind TEXT NOT NULL CHECK (kind IN ('on', 'off', 'reveal')),
  instance_id INTEGER REFERENCES instance,
  -- a screen that shows verdicts of many instances at once
  screen TEXT
) STRICT;
CREATE INDEX blind_event_by_annotator ON blind_event (annotator_id);
CREATE TRIGGER blind_event_never_changes BEFORE UPDATE ON blind_event BEGIN SELECT RAISE(ABORT, 'what was revealed stays known'); END;
CREATE TRIGGER blind_event_never_goes BEFORE DELETE ON blind_event BEGIN SELECT RAISE(ABORT, 'what was revealed stays known'); END;

-- Time at work on an item, in stretches without idle time.
CREATE TABLE work_time (
  id INTEGER PRIMARY KEY,
  annotator_id INTEGER NOT NULL REFERENCES annotator,
  instance_id INTEGER NOT NULL REFERENCES instance,
  system_id INTEGER NOT NULL REFERENCES system,
  ended_at TEXT NOT NULL,
  ms INTEGER NOT NULL CHECK (ms > 0)
) STRICT;
CREATE INDEX work_time_by_item ON work_time (annotator_id, instance_id, system_id);
CREATE TRIGGER work_time_never_changes BEFORE UPDATE ON work_time BEGIN SELECT RAISE(ABORT, 'history never changes'); END;
CREATE TRIGGER work_time_never_goes BEFORE DELETE ON work_time BEGIN SELECT RAISE(ABORT, 'history is never deleted'); END;
`;
