// The tabs of the account page. An unknown one in the address is the first.

export const TABS = [
  { name: 'profile', label: 'Update Profile Preferences' },
  { name: 'order', label: 'Your Orders' },
  { name: 'search', label: 'Search Preferences' },
] as const;

export type Tab = (typeof TABS)[number];

/** Named in the address, shown in the menu, and not selectable yet. */
export const COMING_SOON = { name: 'tag', label: 'Custom Tag Preferences' } as const;

export const tabOf = (selected: string): Tab =>
  TABS.find((tab) => tab.name === selected.toLowerCase()) ?? TABS[0];
