// The notice before the globe moves for the first time.
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';

export const GlobeNotice = (props: {
  readonly onOk: () => void;
  readonly onNever: () => void;
  readonly onClose: () => void;
}) => (
  <Dialog
    open
    onClose={props.onClose}
    title="A rotating globe"
    width="440px"
    footer={
      <>
        <Button onClick={props.onNever}>Don't show me this again</Button>
        <Button look="primary" onClick={props.onOk}>
          OK
        </Button>
      </>
    }
  >
    <p>
      This view is graphics-heavy. It works best in a current Chrome, Edge or Firefox. Turn it by
      dragging or with the arrow keys; plus and minus change its size.
    </p>
  </Dialog>
);
