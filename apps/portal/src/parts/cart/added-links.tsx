// What follows a message that something is in the cart now: take it back, or go there.

export const AddedLinks = ({ onUndo }: { readonly onUndo: () => void }) => (
  <>
    <button type="button" className="link" onClick={onUndo}>
      Undo
    </button>
    {' · '}
    <a className="link" href="#/saved">
      View cart
    </a>
  </>
);
