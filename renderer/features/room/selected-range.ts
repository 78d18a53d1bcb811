/** What is selected of the page within an element; null where nothing is, or what is reaches out of it. */
export function selectedRange(within: Element | null): Range | null {
  const selection = window.getSelection();
  const range = selection && selection.rangeCount > 0 && !selection.isCollapsed ? selection.getRangeAt(0) : null;
  return range && within?.contains(range.commonAncestorContainer) ? range : null;
}
