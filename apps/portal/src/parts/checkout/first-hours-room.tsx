// The place of plot and table while the first hours are read: nothing below moves when they arrive.

/** Pixels. */
export const PLOT_HEIGHT = 150;
/** Pixels of the plot with its hours, and two lines of what its marks mean. */
export const PLOT_ROOM = 220;
/** Pixels of a head and eight rows of a line each, the most that an excerpt has. */
export const TABLE_HEIGHT = 268;
/** Pixels of the line in which the variable is named or chosen. */
export const CHOICE_HEIGHT = 36;

/** `withChoice`: the variable cannot be chosen yet either. */
export const FirstHoursRoom = ({ withChoice = false }: { readonly withChoice?: boolean }) => (
  <div role="status" aria-label="Reading the first hours" className="grid gap-2">
    {withChoice && <span className="skeleton block" style={{ height: CHOICE_HEIGHT }} />}
    <div className="grid grid-cols-[minmax(0,1fr)] gap-x-8 gap-y-3 md:grid-cols-2">
      <div style={{ height: PLOT_ROOM }}>
        <span className="skeleton block" style={{ height: PLOT_HEIGHT }} />
      </div>
      <TableRoom />
    </div>
  </div>
);

export const TableRoom = () => <span className="skeleton block" style={{ height: TABLE_HEIGHT }} />;
