import { useEffect, useState } from 'react';
import { useSaving, useSettings } from '../client/index.ts';
import { Button, Icon } from '../ui/index.ts';

/** Away for this long is a break. */
const BREAK_MS = 5 * 60_000;
const SIGNS = ['keydown', 'pointerdown', 'wheel'] as const;

/** Proposes a break after so many minutes of work without one. Off unless somebody asks for it. */
export function BreakReminder() {
  const minutes = useSettings((store) => store.settings?.breakMinutes ?? null);
  const isSaved = useSaving(({ state }) => state === 'idle');
  const [due, setDue] = useState(false);
  useEffect(() => {
    if (minutes === null || due) return;
    let began = Date.now();
    let last = began;
    const onSign = () => {
      const now = Date.now();
      if (now - last > BREAK_MS) began = now;
      last = now;
      if (now - began >= minutes * 60_000) setDue(true);
    };
    for (const sign of SIGNS) window.addEventListener(sign, onSign, { passive: true, capture: true });
    return () => {
      for (const sign of SIGNS) window.removeEventListener(sign, onSign, { capture: true });
    };
  }, [minutes, due]);
  if (!due || minutes === null) return null;
  return (
    <div className="app-strip app-strip-plain" role="status">
      <Icon name="clock" />
      <span className="app-strip-text">
        {minutes} minutes of work without a break.{isSaved && ' Everything is saved.'}
      </span>
      <Button onClick={() => setDue(false)}>Go on</Button>
    </div>
  );
}
