// Which report is open as a dialog. Its page has an address of its own; the dialog stands over
// whatever is open.
import { create } from 'zustand';

export const useOpenedReport = create<{ readonly id: string | null }>(() => ({ id: null }));

export const openReport = (id: string): void => useOpenedReport.setState({ id });
export const closeReport = (): void => useOpenedReport.setState({ id: null });
