// What has been pointed at so far, and which choices that leaves. A choice fits whatever the order of its marks is, so
// that cards of a hand can be taken in any order; the order decides only between choices with the same marks.

const counted = (marks) => {
  const counts = new Map();
  for (const mark of marks) counts.set(mark, (counts.get(mark) ?? 0) + 1);
  return counts;
};

/** The choices that have all these marks. */
export const fitting = (choices, picked) => {
  const asked = [...counted(picked)];
  return choices.filter(({ marks }) => {
    const there = counted(marks);
    return asked.every(([mark, count]) => (there.get(mark) ?? 0) >= count);
  });
};

/** What can be pointed at next: the marks of fitting choices that are not picked yet. */
export const next = (choices, picked) => {
  const found = new Set();
  for (const { marks } of fitting(choices, picked)) {
    const left = counted(marks);
    for (const mark of picked) left.set(mark, left.get(mark) - 1);
    for (const [mark, count] of left) if (count > 0) found.add(mark);
  }
  return found;
};

/** The one choice that is meant: the last that fits, or the one that was pointed out in its own order. */
export const meant = (choices, picked) => {
  const left = picked.length ? fitting(choices, picked) : [];
  if (left.length === 1) return left[0];
  const whole = left.filter(({ marks }) => marks.length === picked.length);
  if (whole.length < left.length || !whole.length) return null;
  const inOrder = whole.filter(({ marks }) => marks.every((mark, at) => mark === picked[at]));
  return inOrder.length === 1 ? inOrder[0] : null;
};
