//! `spec.conversion` and the webhook below it.

use crdls_text::TextRange;

use super::view::view;
use super::{Object, Value};
use crate::fields::Field;

view!(
    /// `spec.conversion`
    Conversion
);

view!(
    /// `spec.conversion.webhook.clientConfig`
    ClientConfig
);

view!(
    /// `spec.conversion.webhook.clientConfig.service`
    ServiceRef
);

impl<'m> Conversion<'m> {
    /// `strategy`; empty where it is not written.
    pub fn strategy(self) -> &'m str {
        self.0.str(Field::Strategy)
    }

    /// `webhook`, as it is written.
    pub fn webhook(self) -> Option<&'m Object> {
        self.0.object(Field::Webhook)
    }

    /// `webhook.clientConfig`
    pub fn client_config(self) -> Option<ClientConfig<'m>> {
        self.webhook()?.object(Field::ClientConfig).map(ClientConfig)
    }

    /// `webhook.conversionReviewVersions`, each with its range.
    pub fn review_versions(self) -> impl Iterator<Item = (&'m str, TextRange)> + Clone {
        self.webhook().into_iter().flat_map(|webhook| webhook.strings(Field::ConversionReviewVersions))
    }
}

impl<'m> ClientConfig<'m> {
    /// `url`
    pub fn url(self) -> Option<&'m str> {
        self.0.opt_str(Field::Url)
    }

    /// `service`
    pub fn service(self) -> Option<ServiceRef<'m>> {
        self.0.object(Field::Service).map(ServiceRef)
    }

    /// What the base64 text stands for; empty where there is none.
    pub fn ca_bundle(self) -> &'m [u8] {
        match self.0.get(Field::CaBundle).map(|field| &field.value) {
            Some(Value::Bytes(bytes)) => bytes,
            _ => &[],
        }
    }
}

impl<'m> ServiceRef<'m> {
    /// `namespace`; empty where it is not written.
    pub fn namespace(self) -> &'m str {
        self.0.str(Field::Namespace)
    }

    /// `name`; empty where it is not written.
    pub fn name(self) -> &'m str {
        self.0.str(Field::Name)
    }

    /// `path`
    pub fn path(self) -> Option<&'m str> {
        self.0.opt_str(Field::Path)
    }

    /// `port`
    pub fn port(self) -> Option<i64> {
        self.0.opt_int(Field::Port)
    }
}
