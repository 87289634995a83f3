;;; play.el --- Does what a page says ($CRDLS_DOCS/block.el), opens $CRDLS_DOCS_FILE, writes what is reported of it.
;; And what the server says of itself.
(require 'json)
(require 'eglot)
(require 'yaml-mode)
(defvar seen-file (expand-file-name "seen.json" (getenv "CRDLS_DOCS")))
(load (expand-file-name "block.el" (getenv "CRDLS_DOCS")) nil t)
(find-file (getenv "CRDLS_DOCS_FILE"))
(yaml-mode)
(let ((errors nil) (status nil) (until (+ (float-time) 15)))
  (condition-case err
      (progn
        (call-interactively #'eglot)
        (while (and (< (float-time) until) (null (flymake-diagnostics)))
          (flymake-start)
          (accept-process-output nil 0.1))
        (setq status (jsonrpc-request (eglot-current-server) :crdls/status (list :textDocument nil))))
    (error (push (format "%S" err) errors)))
  (with-temp-file seen-file
    (let ((found (mapcar #'flymake-diagnostic-text (with-current-buffer (get-file-buffer (getenv "CRDLS_DOCS_FILE")) (flymake-diagnostics)))))
      (insert (json-encode `((status . ,status) (findings . ,(vconcat found)) (errors . ,(vconcat errors))))))))
(kill-emacs 0)
