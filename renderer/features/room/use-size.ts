import { type RefObject, useEffect, useLayoutEffect, useState } from 'react';

/** The inner size of an element in px, known before its first paint and followed from then on. */
export function useSize(element: RefObject<HTMLDivElement | null>): { width: number; height: number } {
  const [size, setSize] = useState({ width: 0, height: 0 });
  useLayoutEffect(() => {
    if (element.current) setSize({ width: element.current.clientWidth, height: element.current.clientHeight });
  }, [element]);
  useEffect(() => {
    if (!element.current) return;
    const observer = new ResizeObserver(([entry]) => {
      const target = entry?.target;
      if (target) setSize({ width: target.clientWidth, height: target.clientHeight });
    });
    observer.observe(element.current);
    return () => observer.disconnect();
  }, [element]);
  return size;
}
